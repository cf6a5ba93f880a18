import { once } from 'node:events';
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import { Socket, connect } from 'node:net';
import type { Response } from 'express';
import { openDomain } from '#auth';
import { AccessService, trustedClaim, type Caller } from '#crm-domain';
import { EVENT_KINDS, FeedService, type PlacedEvent } from '#crm-domain/events';
import { newId } from '#platform';
import { EventStreams } from '../../apps/rest-api/src/events/event-streams.js';
import { expectError } from '../support/answers.js';
import { aRecord, anObject, pathTo, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';
import { Rest } from '../support/rest.js';
import { Stream } from './support/stream.js';

let rest: Rest;
let object: AnObject;
const open: Stream[] = [];
beforeAll(async () => {
  rest = await Rest.start({}, { alone: 'it ends the streams of one process' });
  object = await anObject(rest);
});
afterEach(() => open.splice(0).forEach((stream) => stream.stop()));
afterAll(() => rest.stop());

async function follow(query = '', { by = rest.reader, headers = {} as Record<string, string> } = {}): Promise<Stream> {
  const stream = new Stream(`${rest.url}/v1/events/stream${query}`, by.authorization!, headers);
  open.push(stream);
  await eventually(() => stream.ids.length > 0 || stream.isOver);
  return stream;
}
const subjectsOf = (stream: Stream) => stream.events.map(({ subject }) => subject.id);

describe('a stream of events', () => {
  it('tells what happens from now on, in the form and order of the feed', async () => {
    await aRecord(rest, object, { name: 'Before' });
    const stream = await follow();
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const record = await aRecord(rest, object, { name: 'After' });
    await rest.writer.patch(pathTo(object, record), { data: { name: 'Later' } }).expect(200);
    await eventually(() => stream.events.length >= 2);
    const { body } = await rest.reader.get(`/v1/events?after=${stream.events[0]!.position - 1}`).expect(200);
    expect(stream.events).toEqual(body.data);
    expect(stream.ids.slice(1)).toEqual(stream.events.map(({ position }) => position));
  });

  it('goes on after the last event that a client has seen, without a gap', async () => {
    const first = await follow();
    const one = await aRecord(rest, object, { name: 'One' });
    await eventually(() => first.events.length === 1);
    first.stop();
    const [two, three] = [await aRecord(rest, object, { name: 'Two' }), await aRecord(rest, object, { name: 'Three' })];
    const last = String(first.ids.at(-1));
    const second = await follow('?after=0', { headers: { 'last-event-id': last } });
    await eventually(() => second.events.length === 2);
    expect([...subjectsOf(first), ...subjectsOf(second)]).toEqual([one, two, three].map(({ id }) => id.record_id));
  });

  it('has the filters of the feed, and tells nobody what another one asked for', async () => {
    const other = await anObject(rest);
    const [all, own, deleted] = [
      await follow(),
      await follow(`?object=${object.slug}`),
      await follow(`?kinds=RecordDeletedEvent`),
    ];
    const elsewhere = await follow('', { by: rest.stranger.admin });
    const there = await aRecord(rest, other, { name: 'There' });
    const here = await aRecord(rest, object, { name: 'Here' });
    await rest.admin.delete(pathTo(object, here)).expect(200);
    await eventually(() => all.events.length === 3 && own.events.length === 2 && deleted.events.length === 1);
    const [a, b] = [there.id.record_id, here.id.record_id];
    expect([subjectsOf(all), subjectsOf(own), subjectsOf(deleted)]).toEqual([[a, b, b], [b, b], [b]]);
    expect(elsewhere.events).toEqual([]);
  });

  it('is refused as a page of the feed is', async () => {
    const get = (path: string, by = rest.reader) => by.get(`/v1/events/stream${path}`);
    expectError(await get('?after=999999'), 400);
    expectError(await get('?kinds=nothing'), 400);
    expectError(await get('').set('Last-Event-ID', 'x'), 400);
    expectError(await get('', rest.scribe), 403);
    expectError(await get('', rest.callerWith()), 401);
  });

  it('ends when its key is revoked', async () => {
    const { api_key, api_key_id } = await rest.newKey(rest.workspace_id, ['read:data']);
    const stream = await follow('', { by: rest.callerWith(`Bearer ${api_key}`) });
    const other = await follow();
    await rest.domain.apiKeys.revoke(rest.workspace_id, api_key_id);
    await eventually(() => stream.isOver);
    expect(other.isOver).toBe(false);
  });

  it('is cut off for who reads nothing, and goes on for all others', async () => {
    const reads = await follow();
    const { port, hostname } = new URL(rest.url);
    const socket = connect(Number(port), hostname).pause();
    socket.write(
      `GET /v1/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${rest.reader.authorization}\r\n\r\n`,
    );
    const streams = rest.app.get(EventStreams);
    await eventually(() => streams.count === 2);
    const memo = 'long '.repeat(19_000);
    const wide = await anObject(rest);
    await rest.admin.post(`${wide.path}/attributes`, { slug: 'memo', title: 'Memo', type: 'text' }).expect(200);
    const items = Array.from({ length: 60 }, (_, n) => ({ op: 'create', data: { name: `No ${n}`, memo } }));
    for (let round = 0; round < 3; round++)
      await rest.writer.post(`/v1/records/${wide.slug}/batch`, { mode: 'atomic', items }).expect(200);
    await eventually(() => reads.events.filter(({ kind }) => kind === 'record.created').length === 180);
    await eventually(() => streams.count === 1);
    expect(reads.isOver).toBe(false);
    socket.destroy();
  });

  it('is not kept for who went away before it began, nor for who asks for its head alone', async () => {
    const streams = rest.app.get(EventStreams);
    await eventually(() => streams.count === 0);
    const free = await holdTables(rest.pool, ['event_head']);
    const { port, hostname } = new URL(rest.url);
    const head = `GET /v1/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${rest.reader.authorization}\r\n\r\n`;
    const arrived = once(rest.app.getHttpServer() as Server, 'request');
    const socket = connect(Number(port), hostname, () => socket.write(head));
    const [, response] = (await arrived) as [unknown, ServerResponse];
    await eventually(async () => (await rest.sql(LOCK_WAITS)).length > 0);
    const opened = jest.spyOn(streams, 'open');
    socket.destroy();
    await eventually(() => response.destroyed);
    await free();
    await eventually(() => opened.mock.calls.length === 1);
    expect(streams.count).toBe(0);
    const { status } = await fetch(`${rest.url}/v1/events/stream`, {
      method: 'HEAD',
      headers: { authorization: rest.reader.authorization! },
    });
    expect([status, streams.count]).toEqual([200, 0]);
  });

  it('is given no more at once than its workspace may have, while those of others get theirs', async () => {
    const MIB = 1024 * 1024;
    const large = { position: 1, text: 'x'.repeat(MIB) } as unknown as PlacedEvent;
    const ends = (ids: readonly string[]) => Promise.resolve(new Map(ids.map((id) => [id, 1])));
    const next = (_: string, from: number) =>
      Promise.resolve({ events: from === 0 ? [large] : [], next_after: 1, has_more: false, end: 1 });
    const end = () => Promise.resolve(1);
    const feed = { onEvents: () => () => undefined, positions: ends, position: end, next } as unknown as FeedService;
    const streams = new EventStreams(feed, rest.app.get(AccessService));
    const written = new Map<string, number>();
    const open = (workspace_id: string, n: number) => {
      const response = new ServerResponse(new IncomingMessage(new Socket())) as Response;
      response.write = (chunk: string | Buffer) => {
        written.set(workspace_id, (written.get(workspace_id) ?? 0) + chunk.length);
        return true;
      };
      const caller = { ...trustedClaim(workspace_id, { origin: 'rest-api', request_id: newId() }), api_key_id: `${n}` };
      const filter = { kinds: null, object_id: null, messages: 'none' as const };
      streams.open({ caller, position: 0, filter, endsAt: Infinity }, response);
    };
    try {
      for (let n = 0; n < 2000; n++) open(rest.workspace_id, n);
      open(rest.stranger.workspace_id, 0);
      await eventually(() => written.get(rest.stranger.workspace_id)! > MIB);
      // As much as there may be in a moment, and what is added while the machine takes its time.
      expect(written.get(rest.workspace_id)).toBeLessThan(400 * MIB);
    } finally {
      streams.beforeApplicationShutdown();
    }
  });

  it('is opened to a workspace that has none, though two others have all there may be', async () => {
    const streams = new EventStreams(rest.app.get(FeedService), rest.app.get(AccessService));
    const third = await rest.newWorkspace();
    const open = (workspace_id: string, api_key_id: string) => {
      const response = new ServerResponse(new IncomingMessage(new Socket())) as Response;
      const caller: Caller = { ...trustedClaim(workspace_id, { origin: 'rest-api', request_id: newId() }), api_key_id };
      const filter = { kinds: null, object_id: null, messages: 'none' as const };
      streams.open({ caller, position: 0, filter, endsAt: Infinity }, response);
      return response;
    };
    const all = [rest.workspace_id, rest.stranger.workspace_id].flatMap((workspaceId) =>
      Array.from({ length: 2500 }, (_, n) => open(workspaceId, `key ${n % 3}`)),
    );
    try {
      const own = open(third.workspace_id, 'key');
      expect(own.destroyed).toBe(false);
      expect(all.filter(({ destroyed }) => destroyed)).toHaveLength(1);
      expect(streams.count).toBe(5000);
      expect(() => open(rest.workspace_id, 'key 4')).toThrow('Too many streams');
    } finally {
      streams.beforeApplicationShutdown();
    }
  });

  it('comes though the feed of another workspace cannot be read', async () => {
    const elsewhere = await follow('', { by: rest.stranger.admin });
    const here = await follow();
    const feed = rest.app.get(FeedService);
    const next = feed.next.bind(feed);
    jest
      .spyOn(feed, 'next')
      .mockImplementation((of, ...others) =>
        of === rest.stranger.workspace_id ? Promise.reject(new Error('broken')) : next(of, ...others),
      );
    // As another process writes: nothing tells of it here.
    const other = await openDomain(rest.pool.options.connectionString!);
    for (const workspaceId of [rest.stranger.workspace_id, rest.workspace_id]) {
      const caller = trustedClaim(workspaceId, { origin: 'cli', request_id: newId() });
      await other.recordWriter.create(caller, 'companies', { data: { name: 'Busy Pier' }, path: 'data' });
      await other.feed.position(workspaceId);
    }
    await other.close();
    await eventually(() => here.events.length === 1);
    expect(elsewhere.events).toEqual([]);
  });

  it('reads nothing while nothing happens, however many different ones are open', async () => {
    const kinds = EVENT_KINDS.slice(0, 14);
    const streams = await Promise.all(kinds.map((kind) => follow(`?kinds=${kind}`)));
    const next = jest.spyOn(rest.app.get(FeedService), 'next');
    await aRecord(rest, object, { name: 'One more' });
    await eventually(() => streams.some(({ events }) => events.length > 0));
    // Each is told once how far the feed is; a loop would read thousands of pages.
    await new Promise((resume) => setTimeout(resume, 500));
    expect(next.mock.calls.length).toBeGreaterThanOrEqual(kinds.length);
    expect(next.mock.calls.length).toBeLessThan(4 * kinds.length);
  });

  it('looks at no feed for what happens in a workspace that nobody follows', async () => {
    await follow();
    const positions = jest.spyOn(rest.app.get(FeedService), 'positions');
    for (let time = 0; time < 60; time++) {
      rest.domain.db.tell(rest.stranger.workspace_id);
      await rest.sql('select 1');
    }
    expect(positions.mock.calls.length).toBeLessThan(20);
  });

  it('ends when the service ends', async () => {
    const stream = await follow();
    const own = await Rest.start({}, { alone: 'it is ended' });
    const there = new Stream(`${own.url}/v1/events/stream`, own.reader.authorization!);
    await eventually(() => there.ids.length > 0);
    await own.stop();
    await eventually(() => there.isOver);
    expect(stream.isOver).toBe(false);
  });
});
