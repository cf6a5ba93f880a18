import { setImmediate } from 'node:timers';
import { readBody } from './raw-body.js';

const posted = (text: string) => ({ body: Buffer.from(text) });

describe('bodies of webhooks', () => {
  it('are read one at a time, and whatever else is to be done comes in between', async () => {
    const order: string[] = [];
    const read = (name: string, text = '{}') => readBody(posted(text), 'Sender', () => order.push(name));
    const bodies = Promise.allSettled([read('one'), read('two', 'no JSON'), read('three')]);
    setImmediate(() => {
      order.push('others');
      setImmediate(() => order.push('others'));
    });
    const results = await bodies;
    expect(order).toEqual(['one', 'others', 'others', 'three']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
