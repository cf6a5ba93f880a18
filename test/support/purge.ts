import { eventually } from './eventually.js';
import type { Rest } from './rest.js';

/** Runs the background work of deletes to its end. Other transactions of the server may hold it up for a moment. */
export async function purge(rest: Rest): Promise<void> {
  await eventually(async () => {
    await rest.domain.purges.run();
    return (await rest.sql('select 1 from purge')).length === 0;
  });
}
