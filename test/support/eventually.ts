import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `holds` is true, looking every few milliseconds; fails after a time that no healthy service needs, not
 * even on a machine that has ten things to do at once.
 */
export async function eventually(holds: () => boolean | Promise<boolean>, patience = 60_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It did not come to pass within ${patience} ms.`);
    await sleep(20);
  }
}
