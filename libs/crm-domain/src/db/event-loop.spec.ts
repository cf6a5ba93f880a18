import { setImmediate } from 'node:timers/promises';
import { letOthersGoOn } from './event-loop.js';

describe('long pieces of work that let others go on', () => {
  it('go on themselves one in each round of the event loop, in their order', async () => {
    const log: string[] = [];
    const pieces = ['first', 'second', 'third'].map(async (name) => {
      await letOthersGoOn();
      log.push(name);
    });
    const others = (async () => {
      for (let at = 0; at < 5; at++) {
        await setImmediate();
        log.push('-');
      }
    })();
    await Promise.all([...pieces, others]);
    expect(log.join(' ')).toBe('first - second - third - - -');
  });
});
