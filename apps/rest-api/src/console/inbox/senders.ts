import type { Sender, SentFrom } from '#crm-domain/messaging';

/** Where each of the messages on a page would leave from. */
export class Senders {
  private readonly known = new Map<string, Sender>();

  add(message: SentFrom, sender: Sender | undefined): void {
    if (sender) this.known.set(keyOf(message), sender);
  }

  /** Undefined: there is no account for it. */
  of(message: SentFrom): Sender | undefined {
    return this.known.get(keyOf(message));
  }
}

function keyOf({ channel, conversation_id, reply_to }: SentFrom): string {
  return `${channel} ${conversation_id} ${reply_to}`;
}
