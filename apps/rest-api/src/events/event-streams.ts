import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { SharedBudget } from '#auth';
import { AccessService, DomainError } from '#crm-domain';
import { FeedService } from '#crm-domain/events';
import { LogOnce, gauge } from '#platform';
import { LongAnswers } from '../http/long-answers.js';
import { EventListener, type Follower } from './event-listener.js';
import { pageOf } from './event-page.js';

const MIB = 1024 * 1024;
/** Streams of this process, of a workspace and of a credential. Who is cut for another one comes again and goes on. */
const MAX_OF_ALL = 5000;
const MAX_OF_WORKSPACE = 2500;
const MAX_OF_CREDENTIAL = 1000;
/** Events that are read at once, and different pages that are read for one workspace before the next has its turn. */
const PAGE = 100;
const PAGES_OF_WORKSPACE = 10;
/** Milliseconds between two looks at the feeds, and between two at the credentials. */
const LOOK_EVERY = 1000;
const PROVE_EVERY = 15_000;
/** Bytes that all listeners together may have unread. */
const MAX_UNREAD = 64 * MIB;
/** Bytes after which those who leave them unread are looked for before the next look is due. */
const WRITTEN_BEFORE_LOOK = MAX_UNREAD / 4;
/**
 * Bytes a second, and in a moment after a pause, for the listeners of one workspace and for all. A credential may have a
 * thousand of them, and nothing that they read is a request that could be counted.
 */
const BUDGET = { one: { perSecond: 24 * MIB, most: 48 * MIB }, all: { perSecond: 48 * MIB, most: 96 * MIB } };
/** To read a page and write it out takes as long as to send it so many times. */
const MAKING = 2;
/** Bytes that a page counts at least: one without an event is read as well. */
const SMALLEST_PAGE = 16_384;
/** Listeners that are written to, and bytes that are written, in one turn of the event loop. */
const WRITTEN_AT_ONCE = 200;
const BYTES_AT_ONCE = 4 * MIB;

/**
 * Hands events to whoever follows the feed, as they come. Those who follow the same events from the same position share
 * a page: it is read and written out once.
 */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly streams = new LongAnswers<EventListener>();
  private readonly moved = new Set<string>();
  private readonly budget = new SharedBudget(BUDGET);
  private readonly failures = new LogOnce('Events could not be read for those who follow them; it is tried again.');
  private readonly stopListening: () => void;
  private isDelivering = false;
  private isProving = false;
  private isClosing = false;
  private hasFailed = false;
  /** When all that is followed is looked at next. */
  private lookAt = 0;
  /** Bytes that were handed to listeners since they were looked at. */
  private written = 0;
  private wake: () => void = () => undefined;

  constructor(
    @Inject(FeedService) private readonly feed: FeedService,
    @Inject(AccessService) private readonly access: AccessService,
  ) {
    gauge('crm_event_streams', 'Streams of events that are open', () => this.count);
    // What happens in other workspaces costs those who follow these nothing.
    this.stopListening = feed.onEvents((workspaceId) => {
      if (this.streams.of(workspaceId).size > 0) this.tell(workspaceId);
    });
  }

  /** Streams that are open now. */
  get count(): number {
    return this.streams.size;
  }

  /** @throws DomainError rate_limited where there are too many; unavailable where the process ends */
  open(follower: Follower, response: Response): void {
    if (this.isClosing) throw new DomainError('unavailable', 'The service is about to end.', [], 1);
    const listener = new EventListener(follower, response, performance.now());
    this.refuseMore(listener);
    // Who went away meanwhile would never be heard of again.
    if (response.destroyed) return;
    listener.begin();
    if (response.req.method === 'HEAD') return listener.end();
    this.streams.add(listener);
    response.once('close', () => this.streams.delete(listener));
    this.tell(listener.workspaceId);
    if (!this.isDelivering) void this.deliver();
    if (!this.isProving) void this.prove();
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
    this.stopListening();
    for (const listener of this.streams.all()) {
      listener.end();
      this.streams.delete(listener);
    }
    this.wake();
  }

  private tell(workspaceId: string): void {
    this.moved.add(workspaceId);
    this.wake();
  }

  private refuseMore({ workspaceId, credential }: EventListener): void {
    const together = this.streams.of(workspaceId);
    const own = [...together].filter((each) => each.credential === credential).length;
    const isFull = this.count >= MAX_OF_ALL;
    const other = isFull ? this.streams.inFavourOf(workspaceId) : undefined;
    if (together.size >= MAX_OF_WORKSPACE || own >= MAX_OF_CREDENTIAL || (isFull && !other))
      throw new DomainError('rate_limited', 'Too many streams of events are open. Close some of them.', [], 10);
    if (!other) return;
    this.streams.delete(other);
    other.cut();
  }

  private async deliver(): Promise<void> {
    this.isDelivering = true;
    while (this.count > 0) {
      await this.round();
      if (this.moved.size === 0) await this.pause(this.lookAt - performance.now());
      else await nextTurn();
    }
    this.isDelivering = false;
  }

  /** Serves the workspaces in which something has happened: those that were told of, and once a second all others. */
  private async round(): Promise<void> {
    const told = [...this.moved];
    this.moved.clear();
    const isDue = performance.now() >= this.lookAt;
    if (isDue) this.lookAt = performance.now() + LOOK_EVERY;
    this.hasFailed = false;
    const behind = isDue ? await this.tried(() => this.behind(), []) : [];
    for (const workspaceId of new Set([...told, ...behind]))
      if (await this.tried(() => this.serve(workspaceId), false)) this.moved.add(workspaceId);
    if (isDue && !this.hasFailed) this.failures.reset();
    if (isDue || this.written > WRITTEN_BEFORE_LOOK) await this.look(performance.now());
  }

  /** One feed that cannot be read holds up no other. */
  private async tried<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.hasFailed = true;
      this.failures.warn(error instanceof Error ? error.message : String(error), { err: error });
      return otherwise;
    }
  }

  /** Workspaces whose feed has something for a listener. */
  private async behind(): Promise<string[]> {
    const positions = await this.feed.positions(this.streams.workspaces());
    return this.streams.workspaces().filter((workspaceId) => {
      const end = positions.get(workspaceId) ?? 0;
      return [...this.streams.of(workspaceId)].some(({ isReady, position }) => isReady && position < end);
    });
  }

  /** Gives the listeners of a workspace what comes next. Gives whether there is more for one that could take it. */
  private async serve(workspaceId: string): Promise<boolean> {
    const end = await this.feed.position(workspaceId);
    const own = [...this.streams.of(workspaceId)].filter(({ isReady, position }) => isReady && position < end);
    const groups = [...Map.groupBy(own, ({ reads, position }) => `${position} ${reads}`).values()];
    let hasMore = groups.length > PAGES_OF_WORKSPACE;
    for (const group of groups.slice(0, PAGES_OF_WORKSPACE)) {
      // The next look finds what is left.
      if (this.budget.isSpent(workspaceId)) return false;
      hasMore = (await this.serveGroup(group)) || hasMore;
    }
    return hasMore;
  }

  private async serveGroup(group: readonly EventListener[]): Promise<boolean> {
    const { workspaceId, position, follower } = group[0]!;
    const { events, next_after, has_more } = await this.feed.next(workspaceId, position, PAGE, follower.filter);
    const page = await pageOf(events);
    this.budget.count(workspaceId, MAKING * Math.max(page.length, SMALLEST_PAGE));
    let bytes = 0;
    for (const [at, listener] of group.entries()) {
      if (at % WRITTEN_AT_ONCE === WRITTEN_AT_ONCE - 1 || bytes > BYTES_AT_ONCE) {
        await nextTurn();
        bytes = 0;
      }
      if (!this.streams.has(listener)) continue;
      listener.give(page, Math.max(position, next_after), performance.now());
      bytes += page.length;
      this.written += page.length;
      this.streams.toTheEnd(listener);
      this.budget.count(workspaceId, page.length);
      if (this.budget.isSpent(workspaceId)) return false;
    }
    return has_more;
  }

  /** Ends what has to end, and keeps the others open. */
  private async look(now: number): Promise<void> {
    this.written = 0;
    let unread = 0;
    for (const [at, listener] of this.streams.all().entries()) {
      if (at % WRITTEN_AT_ONCE === WRITTEN_AT_ONCE - 1) await nextTurn();
      if (Date.now() >= listener.follower.endsAt) listener.end();
      else if (listener.isTooSlow(now)) listener.cut();
      else if ((unread += listener.unread) > MAX_UNREAD && !listener.isReady) listener.cut();
      else listener.keepAlive(now);
    }
  }

  /** Ends the streams of credentials that may not read any more. */
  private async prove(): Promise<void> {
    this.isProving = true;
    while (this.count > 0) {
      const due = performance.now() + PROVE_EVERY;
      for (const listeners of Map.groupBy(this.streams.all(), ({ credential }) => credential).values())
        if (await this.isOver(listeners[0]!)) for (const listener of listeners) listener.end();
      while (performance.now() < due && this.count > 0) await sleep(Math.min(250, due - performance.now()));
    }
    this.isProving = false;
  }

  private async isOver({ follower }: EventListener): Promise<boolean> {
    try {
      await this.access.authorize(follower.caller, 'read:data');
      return false;
    } catch (error) {
      // A database that is away says nothing of anybody.
      return error instanceof DomainError && error.kind !== 'unavailable';
    }
  }

  /** For so long, or until there is something to do. */
  private pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, ms)).unref();
    this.wake = resolve;
    return promise.finally(() => clearTimeout(timer));
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms).unref());
}
