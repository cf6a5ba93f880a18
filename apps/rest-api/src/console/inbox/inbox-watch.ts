import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { InboxService } from '#crm-domain/messaging';
import { DomainError, type Caller } from '#crm-domain';

/** Streams of one person, and of everybody in this process. */
const MAX_OF_ONE = 10;
const MAX_OF_ALL = 500;
const LOOK_EVERY_MS = 3000;
/** A browser opens a stream anew when it ends, and then has to be signed in still. */
const LASTS_MS = 300_000;
/** Keeps proxies from closing what seems unused. */
const QUIET_MS = 25_000;

interface Stream {
  caller: Caller;
  conversationId: string | undefined;
  response: Response;
  /** What was seen last. */
  stamp: string | undefined;
  openedAt: number;
  spokeAt: number;
}

/**
 * Tells open pages of the inbox that something has changed, so that they look again. Says nothing of what: the page is
 * asked for by whoever is signed in at that moment.
 */
@Injectable()
export class InboxWatch implements BeforeApplicationShutdown {
  private readonly streams = new Set<Stream>();
  private timer?: NodeJS.Timeout;
  private isClosing = false;
  private isLooking = false;

  constructor(@Inject(InboxService) private readonly inboxes: InboxService) {}

  /** Whether there is room for another one. */
  open(caller: Caller, conversationId: string | undefined, response: Response): boolean {
    const own = [...this.streams].filter((each) => each.caller.user_id === caller.user_id);
    if (this.isClosing || this.streams.size >= MAX_OF_ALL || own.length >= MAX_OF_ONE) return false;
    const now = performance.now();
    const stream = { caller, conversationId, response, stamp: undefined, openedAt: now, spokeAt: now };
    this.streams.add(stream);
    response.once('close', () => this.forget(stream));
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 5000\n\n');
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    void this.lookAt(stream);
    return true;
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
    for (const { response } of this.streams) response.end();
  }

  private forget(stream: Stream): void {
    this.streams.delete(stream);
    if (this.streams.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** One round at a time: where one takes longer than the time between two, those that follow would pile up. */
  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    for (const stream of [...this.streams]) await this.lookAt(stream);
    this.isLooking = false;
  }

  private async lookAt(stream: Stream): Promise<void> {
    const { response, caller, conversationId } = stream;
    const now = performance.now();
    if (now - stream.openedAt > LASTS_MS) return void response.end();
    try {
      const stamp = await this.inboxes.stamp(caller, conversationId);
      const isChanged = stream.stamp !== undefined && stream.stamp !== stamp;
      stream.stamp = stamp;
      if (isChanged) this.say(stream, 'event: changed\ndata: \n\n');
      else if (now - stream.spokeAt > QUIET_MS) this.say(stream, ': \n\n');
    } catch (error) {
      // Whoever may not look any more is told nothing; a database that is away is asked again.
      if (!(error instanceof DomainError) || error.kind !== 'unavailable') response.end();
    }
  }

  private say(stream: Stream, text: string): void {
    // It may have been ended while the database was asked.
    if (stream.response.writableEnded) return;
    if (stream.response.writableNeedDrain) return void stream.response.end();
    stream.spokeAt = performance.now();
    stream.response.write(text);
  }
}
