import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { AccessService, DomainError } from '#crm-domain';
import { FeedService, type PlacedEvent } from '#crm-domain/events';
import { LogOnce, gauge } from '#platform';
import { EventListener, type Follower } from './event-listener.js';

/** Streams of this process, of a workspace and of a credential. */
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
const MAX_UNREAD = 64 * 1024 * 1024;
/** Listeners that are written to in one turn of the event loop. */
const WRITTEN_AT_ONCE = 200;

/**
 * Hands events to whoever follows the feed, as they come. Those who follow the same events from the same position share
 * a page: it is read and written out once.
 */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly listeners = new Set<EventListener>();
  private readonly moved = new Set<string>();
  private readonly failures = new LogOnce('Events could not be read for those who follow them; it is tried again.');
  private readonly stopListening: () => void;
  private isDelivering = false;
  private isProving = false;
  private isClosing = false;
  private wake: () => void = () => undefined;

  constructor(
    @Inject(FeedService) private readonly feed: FeedService,
    @Inject(AccessService) private readonly access: AccessService,
  ) {
    gauge('crm_event_streams', 'Streams of events that are open', () => this.count);
    this.stopListening = feed.onEvents((workspaceId) => {
      if (this.listeners.size === 0) return;
      this.moved.add(workspaceId);
      this.wake();
    });
  }

  /** Streams that are open now. */
  get count(): number {
    return this.listeners.size;
  }

  /** @throws DomainError rate_limited where there are too many; unavailable where the process ends */
  open(follower: Follower, response: Response): void {
    if (this.isClosing) throw new DomainError('unavailable', 'The service is about to end.', [], 1);
    const listener = new EventListener(follower, response, performance.now());
    this.refuseMore(listener);
    this.listeners.add(listener);
    response.once('close', () => this.listeners.delete(listener));
    listener.begin();
    this.moved.add(listener.workspaceId);
    this.wake();
    if (!this.isDelivering) void this.deliver();
    if (!this.isProving) void this.prove();
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
    this.stopListening();
    for (const listener of this.listeners) listener.end();
    this.listeners.clear();
    this.wake();
  }

  private refuseMore({ workspaceId, credential }: EventListener): void {
    let [together, own] = [0, 0];
    for (const each of this.listeners) {
      if (each.workspaceId === workspaceId) together++;
      if (each.credential === credential) own++;
    }
    if (this.listeners.size < MAX_OF_ALL && together < MAX_OF_WORKSPACE && own < MAX_OF_CREDENTIAL) return;
    throw new DomainError('rate_limited', 'Too many streams of events are open. Close some of them.', [], 10);
  }

  private async deliver(): Promise<void> {
    this.isDelivering = true;
    while (this.listeners.size > 0) {
      const begun = performance.now();
      try {
        for (const workspaceId of await this.due()) if (await this.serve(workspaceId)) this.moved.add(workspaceId);
        this.failures.reset();
      } catch (error) {
        this.failures.warn(error instanceof Error ? error.message : String(error), { err: error });
        this.moved.clear();
      }
      this.look(performance.now());
      if (this.moved.size === 0) await this.pause(LOOK_EVERY - (performance.now() - begun));
      else await nextTurn();
    }
    this.isDelivering = false;
  }

  /** Workspaces whose feed has something for a listener. */
  private async due(): Promise<string[]> {
    const told = [...this.moved];
    this.moved.clear();
    const followed = Map.groupBy(this.listeners, ({ workspaceId }) => workspaceId);
    const positions = await this.feed.positions([...followed.keys()]);
    const behind = [...followed].filter(([workspaceId, listeners]) => {
      const end = positions.get(workspaceId) ?? 0;
      return listeners.some(({ isReady, position }) => isReady && position < end);
    });
    return [...new Set([...told.filter((each) => followed.has(each)), ...behind.map(([workspaceId]) => workspaceId)])];
  }

  /** Gives the listeners of a workspace what comes next. Gives whether there is more for one that could take it. */
  private async serve(workspaceId: string): Promise<boolean> {
    const own = [...this.listeners].filter((each) => each.workspaceId === workspaceId && each.isReady);
    const groups = [...Map.groupBy(own, ({ reads, position }) => `${position} ${reads}`).values()];
    let hasMore = groups.length > PAGES_OF_WORKSPACE;
    for (const group of groups.slice(0, PAGES_OF_WORKSPACE)) hasMore = (await this.serveGroup(group)) || hasMore;
    return hasMore;
  }

  private async serveGroup(group: readonly EventListener[]): Promise<boolean> {
    const { workspaceId, position, follower } = group[0]!;
    const { events, next_after, has_more } = await this.feed.next(workspaceId, position, PAGE, follower.filter);
    const page = Buffer.from(events.map(written).join(''));
    for (const [at, listener] of group.entries()) {
      if (at % WRITTEN_AT_ONCE === WRITTEN_AT_ONCE - 1) await nextTurn();
      if (!this.listeners.has(listener)) continue;
      listener.give(page, Math.max(position, next_after), performance.now());
      // Who was just served comes after the others.
      this.listeners.delete(listener);
      this.listeners.add(listener);
    }
    return has_more;
  }

  /** Ends what has to end, and keeps the others open. */
  private look(now: number): void {
    let unread = 0;
    for (const listener of this.listeners) {
      if (Date.now() >= listener.follower.endsAt) listener.end();
      else if (listener.isTooSlow(now)) listener.cut();
      else if ((unread += listener.unread) > MAX_UNREAD && !listener.isReady) listener.cut();
      else listener.keepAlive(now);
    }
  }

  /** Ends the streams of credentials that may not read any more. */
  private async prove(): Promise<void> {
    this.isProving = true;
    while (this.listeners.size > 0) {
      const due = performance.now() + PROVE_EVERY;
      for (const listeners of Map.groupBy(this.listeners, ({ credential }) => credential).values())
        if (await this.isOver(listeners[0]!)) for (const listener of listeners) listener.end();
      while (performance.now() < due && this.listeners.size > 0) await sleep(Math.min(250, due - performance.now()));
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

function written(event: PlacedEvent): string {
  return `id: ${event.position}\ndata: ${JSON.stringify(event)}\n\n`;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms).unref());
}
