import { cleanUpDuplicates } from './catalog/clean-up-duplicates.prompt.js';
import { draftFollowUp } from './catalog/draft-follow-up.prompt.js';
import { logCall } from './catalog/log-call.prompt.js';
import { pipelineReview } from './catalog/pipeline-review.prompt.js';
import { prepareMeeting } from './catalog/prepare-meeting.prompt.js';
import { whoToFollowUp } from './catalog/who-to-follow-up.prompt.js';
import type { Prompt } from './prompt.js';

/** Every prompt of the server, in the order clients see them: one import and one line each. */
export const PROMPTS: readonly Prompt[] = [
  prepareMeeting,
  pipelineReview,
  whoToFollowUp,
  cleanUpDuplicates,
  draftFollowUp,
  logCall,
];

/** A prompt as `prompts/list` shows it. */
export type PromptListing = Omit<Prompt, 'text'>;

export function listPrompts(): PromptListing[] {
  return PROMPTS.map(({ text: _text, ...listing }) => listing);
}
