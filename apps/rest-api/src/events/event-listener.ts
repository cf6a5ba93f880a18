import type { Response } from 'express';
import type { Caller } from '#crm-domain';
import type { FeedFilter } from '#crm-domain/events';

/** A proxy closes what seems unused. */
const QUIET_MS = 20_000;
/** For how long somebody may leave unread what was sent. */
const SLOW_MS = 15_000;
/** Milliseconds until a client comes again after its stream has ended. */
const RETRY_MS = 2000;

/** Who follows, from where, and until when at most in milliseconds since 1970. */
export interface Follower {
  caller: Caller;
  position: number;
  filter: FeedFilter;
  endsAt: number;
}

/** One open stream of events. It is given a page when it has read the one before. */
export class EventListener {
  readonly workspaceId: string;
  /** The same for those whose right to read is the same: a person may lose it in one of their workspaces. */
  readonly credential: string;
  /** The same for listeners whose next events are the same as long as their positions are. */
  readonly reads: string;
  position: number;
  private spokeAt: number;
  private slowSince?: number;

  constructor(
    readonly follower: Follower,
    private readonly response: Response,
    now: number,
  ) {
    const { caller, position, filter } = follower;
    this.workspaceId = caller.workspace_id;
    this.credential = caller.api_key_id ?? `${this.workspaceId} ${caller.user_id} ${caller.client_id}`;
    this.reads = JSON.stringify(filter);
    this.position = position;
    this.spokeAt = now;
  }

  begin(): void {
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    this.response.write(`retry: ${RETRY_MS}\nid: ${this.position}\n\n`);
  }

  /** Whether it has read what it was given. */
  get isReady(): boolean {
    return !this.response.writableNeedDrain;
  }

  /** Bytes that it was given and has not read. */
  get unread(): number {
    return this.response.writableLength;
  }

  /** Gives it events up to a position; `page` is the same bytes for all who get them. */
  give(page: Buffer, position: number, now: number): void {
    this.position = position;
    if (page.length === 0 || this.response.writableEnded) return;
    this.spokeAt = now;
    this.response.write(page);
  }

  /** Says how far it is when nothing was said for a while. */
  keepAlive(now: number): void {
    if (this.isReady && now - this.spokeAt > QUIET_MS)
      this.give(Buffer.from(`id: ${this.position}\n\n`), this.position, now);
  }

  /** Whether it has left unread for too long what it was given. */
  isTooSlow(now: number): boolean {
    if (this.isReady) this.slowSince = undefined;
    else this.slowSince ??= now;
    return this.slowSince !== undefined && now - this.slowSince > SLOW_MS;
  }

  /** Ends the stream. Who leaves unread what was sent would keep it open. */
  end(): void {
    if (this.isReady) this.response.end();
    else this.cut();
  }

  /** Leaves it what it has not read. */
  cut(): void {
    this.response.destroy();
  }
}
