import { setTimeout as sleep } from 'node:timers/promises';
import { IS_CITUS } from '../growth/support/distant-worker.js';
import { aRecord, anObject, pathTo, type AnObject } from '../support/builders.js';
import { expectError } from '../support/answers.js';
import { Rest } from '../support/rest.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** Times that are short for Postgres and for whoever waits for it, and those that are longer than a test. */
const SHORT = new URLSearchParams({ statement_timeout: '2000', lock_timeout: '1000' }).toString();
const LONG = new URLSearchParams({ statement_timeout: '60000' }).toString();
/** Longer than any statement may take the database for its answer to count, in milliseconds. */
const A_WHILE = 3000;

// On a Citus most statements do not go by the way that is held up here.
const onOnePostgres = IS_CITUS ? describe.skip : describe;

/** As one whose processes were stopped: its system takes what is sent, and nobody reads it. */
onOnePostgres.each([
  [
    'for longer than a statement may take',
    SHORT,
    'is 503 and when to come again for whoever waits, counts against no rate, and is asked again',
  ],
  ['for a moment', LONG, 'answers again when it goes on, and the time counts against no rate'],
])('a database that hangs %s', (_, times, outcome) => {
  let rest: Rest;
  let proxy: TcpProxy;
  let object: AnObject;
  let path: string;
  beforeAll(async () => {
    const route = async (direct: string) => {
      const behind = await TcpProxy.before(direct);
      ({ proxy } = behind);
      return `${behind.url}?${times}`;
    };
    const rates = { RATE_LIMIT_READS_PER_SECOND: 20, RATE_LIMIT_WRITES_PER_SECOND: 20 };
    rest = await Rest.start(rates, { route, alone: 'the connections of one process are held' });
    object = await anObject(rest);
    path = pathTo(object, await aRecord(rest, object, { name: 'Kept' }));
  });
  afterAll(async () => {
    await proxy.restore();
    await rest.stop();
    await proxy.cut();
  });

  const list = () => rest.reader.get(`/v1/records/${object.slug}`);
  const asked = () => [
    list(),
    rest.admin.get(path),
    rest.admin.get('/v1/events'),
    rest.admin.post(`/v1/records/${object.slug}`, { data: { name: 'New' } }),
    rest.admin.patch(path, { data: { name: 'Changed' } }),
    rest.admin.post('/v1/objects', { slug: 'more', singular_noun: 'A', plural_noun: 'B' }),
  ];

  it(outcome, async () => {
    // Whoever needs a new connection meanwhile is refused after three seconds; these have theirs.
    for (const answer of await Promise.all(asked().slice(0, -1))) expect(answer.status).toBe(200);
    proxy.hang();
    const answers = Promise.all(asked());
    await (times === LONG ? sleep(A_WHILE) : answers);
    await proxy.restore();
    for (const answer of await answers) {
      if (times === LONG) expect([200, 503]).toContain(answer.status);
      else expectError(answer, 503);
      if (answer.status === 503) expect(answer.headers['retry-after']).toBe('1');
    }
    await list().expect(200);
    for (const request of asked().slice(0, -1)) await request.expect(200);
  });
});
