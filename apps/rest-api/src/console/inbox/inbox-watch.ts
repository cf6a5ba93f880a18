import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { InboxService } from '#crm-domain/messaging';
import { DomainError, type Caller } from '#crm-domain';
import { LongAnswers } from '../../http/long-answers.js';

/** Streams of one person, of the members of one workspace, and of everybody in this process. */
const MAX_OF_ONE = 10;
const MAX_OF_WORKSPACE = 250;
const MAX_OF_ALL = 500;
/** From the beginning of one round to the next, and how long a round leaves the database alone at least. */
const LOOK_EVERY_MS = 3000;
const REST_MS = 500;
/** A browser opens a stream anew when it ends, and then has to be signed in still. */
const LASTS_MS = 300_000;
/** Keeps proxies from closing what seems unused. */
const QUIET_MS = 25_000;

interface Watched {
  caller: Caller;
  conversationId: string | undefined;
  /** What was seen last, at first by the page: what changed before its stream was opened is told as well. */
  stamp: string | undefined;
}

interface Stream extends Watched {
  workspaceId: string;
  response: Response;
  openedAt: number;
  spokeAt: number;
}

/**
 * Tells open pages of the inbox that something has changed, so that they look again. Says nothing of what: the page is
 * asked for by whoever is signed in at that moment.
 */
@Injectable()
export class InboxWatch implements BeforeApplicationShutdown {
  private readonly streams = new LongAnswers<Stream>();
  /** Those that were not looked at yet. */
  private readonly opened: Stream[] = [];
  private isLooking = false;
  private isClosing = false;
  private wake?: () => void;

  constructor(@Inject(InboxService) private readonly inboxes: InboxService) {}

  /** Whether there is room for another one. */
  open(watched: Watched, response: Response): boolean {
    if (this.isClosing || !this.makeRoom(watched.caller)) return false;
    const now = performance.now();
    const stream = { ...watched, workspaceId: watched.caller.workspace_id, response, openedAt: now, spokeAt: now };
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 5000\n\n');
    this.opened.push(stream);
    this.wake?.();
    if (!this.isLooking) void this.look();
    return true;
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
    for (const { response } of this.streams.all()) response.end();
    this.wake?.();
  }

  /** Where there is no more room for anybody, one of the workspace that has most ends, and is opened anew a little later. */
  private makeRoom({ user_id, workspace_id }: Caller): boolean {
    const own = this.streams.all().filter(({ caller }) => caller.user_id === user_id).length;
    if (own >= MAX_OF_ONE || this.streams.of(workspace_id).size >= MAX_OF_WORKSPACE) return false;
    if (this.streams.size < MAX_OF_ALL) return true;
    const other = this.streams.inFavourOf(workspace_id);
    if (!other) return false;
    this.streams.delete(other);
    other.response.end();
    return true;
  }

  /**
   * Looks at one stream after the other, however many are opened and closed: they never hold more than one connection to
   * the database.
   */
  private async look(): Promise<void> {
    this.isLooking = true;
    while (this.streams.size > 0) {
      const begun = performance.now();
      for (const stream of this.streams.all()) {
        await this.lookAt(stream);
        await this.lookAtOpened();
      }
      const due = Math.max(begun + LOOK_EVERY_MS, performance.now() + REST_MS);
      while (performance.now() < due && this.streams.size > 0)
        await (this.opened.length > 0 ? this.lookAtOpened() : this.pause(Math.max(0, due - performance.now())));
    }
    this.isLooking = false;
  }

  /** At the next that was not looked at yet. */
  private async lookAtOpened(): Promise<void> {
    const stream = this.opened.shift();
    if (stream?.stamp === undefined) await this.lookAt(stream);
  }

  /** For so long, or until a stream is opened. */
  private pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms).unref();
    this.wake = resolve;
    return promise.finally(() => clearTimeout(timer));
  }

  private async lookAt(stream: Stream | undefined): Promise<void> {
    if (!stream || !this.streams.has(stream)) return;
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
