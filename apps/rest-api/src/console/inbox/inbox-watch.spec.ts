import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import type { Caller } from '#crm-domain';
import type { InboxService } from '#crm-domain/messaging';
import { InboxWatch } from './inbox-watch.js';

const { jest: clock } = import.meta as unknown as { jest: typeof jest };
const ROUND_MS = 3000;

const watched = (caller: Caller) => ({ caller, conversationId: undefined, stamp: undefined });

/** A stream as the browser would read it. */
class Stream extends EventEmitter {
  readonly written: string[] = [];
  writableEnded = false;
  readonly writableNeedDrain = false;
  writeHead() {
    return this;
  }
  write(text: string) {
    this.written.push(text);
  }
  end() {
    this.writableEnded = true;
  }
}

describe('the watch over inboxes', () => {
  let looks: ((stamp: string) => void)[];
  let watch: InboxWatch;
  let stream: Stream;
  beforeEach(() => {
    clock.useFakeTimers();
    looks = [];
    const stamp = () => new Promise<string>((resolve) => looks.push(resolve));
    watch = new InboxWatch({ stamp } as unknown as InboxService);
    stream = new Stream();
    const caller = { user_id: 'u' } as Caller;
    watch.open(watched(caller), stream as unknown as Response);
  });
  afterEach(() => {
    stream.emit('close');
    clock.useRealTimers();
  });
  const answer = async (stamp: string) => {
    looks.shift()!(stamp);
    await clock.advanceTimersByTimeAsync(0);
  };

  it('begins no round of looks while one is under way, however long the database takes', async () => {
    await answer('a');
    await clock.advanceTimersByTimeAsync(4 * ROUND_MS);
    expect(looks).toHaveLength(1);
    await answer('b');
    await clock.advanceTimersByTimeAsync(ROUND_MS);
    expect(looks).toHaveLength(1);
    expect(stream.written.filter((text) => text.includes('changed'))).toHaveLength(1);
  });

  it('writes nothing into a stream that was ended while it looked', async () => {
    await answer('a');
    await clock.advanceTimersByTimeAsync(ROUND_MS);
    watch.beforeApplicationShutdown();
    await answer('b');
    expect(stream.written.filter((text) => text.includes('changed'))).toEqual([]);
  });
});

const caller = (n: number, workspace = 'a') => ({ user_id: `user ${n}`, workspace_id: workspace }) as never;

class OpenStream extends EventEmitter {
  writeHead = () => this;
  write = () => true;
  end = () => void this.emit('close');
}
const aStream = () => new OpenStream() as unknown as Response & OpenStream;

describe('the watch over many inboxes', () => {
  it('looks with one connection, however many streams are opened and closed', async () => {
    const answers: (() => void)[] = [];
    const looked: string[] = [];
    const stamp = ({ user_id }: { user_id: string }) => {
      looked.push(user_id);
      return new Promise<string>((resolve) => answers.push(() => resolve('as it was')));
    };
    const watch = new InboxWatch({ stamp } as never);
    const streams = Array.from({ length: 20 }, aStream);
    for (const [n, stream] of streams.entries()) expect(watch.open(watched(caller(n)), stream)).toBe(true);
    await settled();
    expect(looked).toHaveLength(1);
    // Who has gone is not looked for.
    for (const stream of streams.slice(2)) stream.end();
    while (answers.length > 0) {
      answers.shift()!();
      await settled();
    }
    expect(new Set(looked)).toEqual(new Set(['user 0', 'user 1']));
    for (const stream of streams) stream.end();
    watch.beforeApplicationShutdown();
  });

  it('has room for ten streams of a person and 250 of a workspace', () => {
    const watch = new InboxWatch({ stamp: () => new Promise(() => undefined) } as never);
    const open = (n: number, workspace?: string) => watch.open(watched(caller(n, workspace)), aStream());
    for (let person = 0; person < 25; person++) {
      for (let n = 0; n < 10; n++) expect(open(person)).toBe(true);
      expect(open(person)).toBe(false);
    }
    expect([open(100), open(100, 'b')]).toEqual([false, true]);
  });
});

async function settled(): Promise<void> {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
}
