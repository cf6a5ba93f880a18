import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlacedEvent } from '#crm-domain/events';

/** Milliseconds of work after which others have their turn. */
const MAX_WORK = 4;

/** Events as a stream sends them. One of them may have 3 MiB, so others have their turns in between. */
export async function pageOf(events: readonly PlacedEvent[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  let begun = performance.now();
  for (const event of events) {
    parts.push(Buffer.from(`id: ${event.position}\ndata: ${JSON.stringify(event)}\n\n`));
    if (performance.now() - begun < MAX_WORK) continue;
    await nextTurn();
    begun = performance.now();
  }
  return Buffer.concat(parts);
}
