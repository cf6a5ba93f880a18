/**
 * What was told may be, or is about, a message whose transmission has no answer yet, that was still a draft when it was
 * last looked for, or one of several that were not found yet. The answer, or a look, decides; this can be told again
 * after it.
 */
export class MessageUnderWay extends Error {
  readonly code = 'message_under_way';

  constructor() {
    super('The message, or one with the same text, is being sent at the moment.');
    this.name = 'MessageUnderWay';
  }
}
