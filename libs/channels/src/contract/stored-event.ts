import { createHash } from 'node:crypto';
import type { ChannelName } from '#crm-domain/messaging';

/** One thing that a provider told, as it is kept until it is worked on. */
export interface StoredEvent {
  channel: ChannelName;
  /** The same whenever the same thing is told again. */
  dedup_key: string;
  payload: object;
}

/** What names something that has no id of its own: what it says. */
export function digestOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
