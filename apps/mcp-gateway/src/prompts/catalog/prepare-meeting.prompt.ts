import type { Prompt } from '../prompt.js';

export const prepareMeeting: Prompt = {
  name: 'prepare_meeting',
  title: 'Prepare a meeting',
  description: 'One page on a person or company: who they are, open deals, what was last said, what was promised.',
  arguments: [
    { name: 'with', description: 'The person or company, by name, e-mail address or domain', required: true },
    { name: 'topic', description: 'What the meeting is about', required: false },
  ],
  text: ({ with: whom, topic }) => `Prepare my meeting with ${whom}${topic ? ` about ${topic}` : ''}.

1. Find the record with search. If several fit, ask me which one is meant.
2. Read it with get_record, what happened with get_timeline, and the conversations with list_record_conversations; open the latest one with get_conversation if it is in my inbox. For a company, read its people and its open deals with search_records; for a person, those of their company as well.
3. Read the open tasks about them: object tasks, those whose status is Open.

Then write one page: who they are; each open deal with stage, amount, closing date and owner; what was last said, by whom and when; what we promised and by when; three questions worth asking. Give the date of everything you report and the address of each record. Say what the CRM does not know, and do not guess it. Change nothing.`,
};
