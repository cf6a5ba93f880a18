import type { JobQueue } from '#platform';
import type { Db } from '../crm-database.js';
import type { Follower } from './consumer.store.js';
import { EventSignal } from '../db/event-signal.js';
import { FeedDispatcher } from './feed-dispatcher.js';

// The global of this name is there in CommonJS alone.
const { jest: clock } = import.meta as unknown as { jest: typeof jest };

const eventSignal = new EventSignal();
const sent: string[] = [];
let followers: Follower[] = [];
let looks: string[] = [];
let dispatcher: FeedDispatcher;

const db = {
  eventSignal,
  autocommit: async (workspaceId: string) => {
    looks.push(workspaceId);
    return followers;
  },
} as unknown as Db;
let sending = Promise.resolve();
const queue = {
  send: async (_kind: object, { id }: { id: string }) => {
    sent.push(id);
    await sending;
  },
} as unknown as JobQueue;

beforeEach(() => {
  clock.useFakeTimers();
  dispatcher = new FeedDispatcher(db, queue, () => undefined);
  [followers, looks] = [[], []];
});
afterEach(() => {
  dispatcher.stop();
  clock.useRealTimers();
});

const changes = async (workspaceId: string, times: number, ms: number) => {
  for (let time = 0; time < times; time++) {
    eventSignal.raise(workspaceId);
    await clock.advanceTimersByTimeAsync(ms);
  }
};

it('looks once for all that changed in a workspace at about the same time, and for each workspace apart', async () => {
  eventSignal.raise('other');
  await changes('one', 4, 1);
  await clock.advanceTimersByTimeAsync(5);
  expect(looks.toSorted()).toEqual(['one', 'other']);
});

it('looks seldom while nobody follows, and at once again when somebody does', async () => {
  await changes('one', 1, 5);
  expect(looks).toHaveLength(1);
  await changes('one', 100, 1);
  expect(looks).toHaveLength(2);
  followers = [{ kind: 'webhook', id: 'new', due: true }];
  await changes('one', 1, 100);
  expect(sent).toEqual(['new']);
  looks = [];
  await changes('one', 20, 5);
  expect(looks).toHaveLength(20);
});

it('sends no job for who has nothing to do', async () => {
  sent.length = 0;
  followers = [
    { kind: 'webhook', id: 'busy', due: false },
    { kind: 'automation', id: 'due', due: true },
  ];
  await changes('one', 1, 5);
  expect(sent).toEqual(['due']);
});

it('sends for a workspace again only when all was sent that was due before, and for others meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  [sending, followers] = [promise, [{ kind: 'automation', id: 'due', due: true }]];
  await changes('one', 100, 5);
  await changes('other', 1, 5);
  expect(looks).toEqual(['one', 'other']);
  resolve();
  await clock.advanceTimersByTimeAsync(5);
  expect(looks).toEqual(['one', 'other', 'one']);
  await clock.advanceTimersByTimeAsync(1000);
  expect(looks).toHaveLength(3);
  sending = Promise.resolve();
});

it('is told when a pause is over, and of long ones not at all', () => {
  const told: string[] = [];
  const stop = eventSignal.on((workspaceId) => told.push(workspaceId));
  eventSignal.raiseIn('short', 3);
  eventSignal.raiseIn('long', 61);
  clock.advanceTimersByTime(2999);
  expect(told).toEqual([]);
  clock.advanceTimersByTime(100_000);
  stop();
  expect(told).toEqual(['short']);
});
