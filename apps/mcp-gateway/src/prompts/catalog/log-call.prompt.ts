import type { Prompt } from '../prompt.js';

export const logCall: Prompt = {
  name: 'log_call',
  title: 'Log a call',
  description: 'Writes a call down as an activity about the right records, with a task for what comes next.',
  arguments: [
    { name: 'with', description: 'Whom the call was with', required: true },
    { name: 'summary', description: 'What was said and decided', required: true },
    { name: 'next_step', description: 'What has to be done, and by when', required: false },
  ],
  text: ({
    with: whom,
    summary,
    next_step,
  }) => `Log my call with ${whom}: ${summary}${next_step ? `. Next step: ${next_step}` : ''}

1. Find the person or company, and the open deal that the call was about if there is one, with search. If several fit, ask me which one is meant.
2. list_attributes of activities and of tasks tells how their values are written. Create a record of the object activities: kind Call, the time (now unless I said otherwise), outcome, body, and about with all records that the call concerned.
3. ${next_step ? 'Create a record of the object tasks' : 'If the summary names something to be done, create a record of the object tasks'}: title, due date as a date, assignee "me" unless I named somebody, and the same about.
4. If the call changed the stage, the amount or the closing date of a deal, say so and ask me before you update it.

Answer with what you created.`,
};
