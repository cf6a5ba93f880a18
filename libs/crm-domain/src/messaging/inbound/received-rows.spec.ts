import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rowsOf, settled } from './received-rows.js';
import type { ReceivedMessage } from './received.js';

const MB = 1024 * 1024;

const ACCOUNT = {
  workspace_id: 'w1',
  channel_account_id: 'a1',
  channel: 'gmail',
  owner_user_id: null,
  address: 'Ada@example.com',
} as const;

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

describe('where the sender of a mail wants answers', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `person-${n}@example.com`);
  const keptOf = (reply_addresses: string[], direction: 'inbound' | 'outbound' = 'inbound') => {
    const mail = { ...aMailOf('Form@example.com'), direction, reply_addresses };
    return rowsOf(ACCOUNT, settled(mail)).message.reply_handles;
  };

  it.each<[string, string[], string[] | null]>([
    [
      'each address once, in the form in which it is compared',
      ['Kim@Example.com', 'kim@example.com'],
      ['kim@example.com'],
    ],
    ['beside the sender', ['form@example.com', 'kim@example.com'], ['form@example.com', 'kim@example.com']],
    ['nothing where that is the sender', ['form@Example.com'], null],
    [
      'nobody whom one cannot write to',
      ['kim@example.com', 'a\0b', 'no address', `${'x'.repeat(400)}@example.com`],
      ['kim@example.com'],
    ],
    ['nothing where one can write to nobody of them', ['no address'], null],
    ['not ourselves', ['ada@example.com', 'kim@example.com'], ['kim@example.com']],
    ['nothing where that is ourselves', ['ADA@example.com'], null],
    ['at most ten', many(10), many(10)],
    ['nothing where there are more', many(11), null],
    ['nothing where nobody says so', [], null],
  ])('is kept: %s', (_what, given, kept) => {
    expect(keptOf(given)).toEqual(kept);
  });

  it('is not kept of what we sent', () => {
    expect(keptOf(['kim@example.com'], 'outbound')).toBeNull();
  });
});
