import type { Prompt } from '../prompt.js';

export const pipelineReview: Prompt = {
  name: 'pipeline_review',
  title: 'Review the pipeline',
  description: 'The open deals by stage and owner, what closes soon, and which deals stand still.',
  arguments: [
    {
      name: 'owner',
      description: 'Only the deals of this member: a name, an e-mail address, or "me"',
      required: false,
    },
    { name: 'period', description: 'When the deals close: this_week, this_month or this_quarter', required: false },
  ],
  text: ({
    owner,
    period,
  }) => `Review our pipeline${owner ? ` for the deals of ${owner}` : ''}${period ? `, above all those that close in ${period}` : ''}.

1. list_stages of the stage of deals tells which stages are closed, won and lost.
2. Count and add up the open deals by stage, then by owner, with aggregate_records: one call each, and no reading of single deals for it. Amounts of different currencies stay apart.
3. With search_records, format table, list the open deals whose closing date has passed, those that close in ${period ?? 'the next 30 days'}, and those that were not changed for 30 days (updated_at).
4. For the five largest of these, read the last activity with get_timeline.

Answer with a table by stage, one by owner, and a short list of the deals that need somebody today, each with the reason and one next step. Propose changes, and make them only when I agree.`,
};
