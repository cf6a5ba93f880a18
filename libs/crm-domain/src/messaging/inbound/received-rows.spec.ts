import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { settled } from './received-rows.js';
import type { ReceivedMessage } from './received.js';

const MB = 1024 * 1024;

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / MB;
}

function aMailOf(text: string): ReceivedMessage {
  return {
    direction: 'inbound',
    provider_message_id: 'm1',
    thread_id: 't1',
    internet_message_id: null,
    references: [],
    reply_to: null,
    mark: null,
    bears_mark_if_ours: false,
    from: { address: text, display_name: text },
    to: [],
    cc: [],
    subject: text,
    body: text,
    body_html: text,
    sent_at: new Date(),
    seen: false,
    attachments: [],
  };
}

describe('what is kept of a message', () => {
  it('keeps nothing else of it in memory', () => {
    const before = heapMb();
    const kept = Array.from({ length: 10 }, () => settled(aMailOf('a line of somebody '.repeat(500_000))));
    expect(heapMb() - before).toBeLessThan(40);
    expect(kept.map(({ body }) => body.length)).toEqual(Array(10).fill(500_000));
  });

  it('has neither NUL nor halves of surrogate pairs', () => {
    expect(settled(aMailOf('a\0b\ud83d\ude00\ud83d')).body).toBe('ab\ud83d\ude00\ufffd');
  });
});
