import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import type { Caller } from '#crm-domain';
import type { InboxService } from '#crm-domain/messaging';
import { InboxWatch } from './inbox-watch.js';

const { jest: clock } = import.meta as unknown as { jest: typeof jest };
const ROUND_MS = 3000;

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
    watch.open({ user_id: 'u' } as Caller, undefined, stream as unknown as Response);
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
