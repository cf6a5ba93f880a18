import { channelsFor } from '#channels';
import { StandIns } from '../delivery/support/stand-ins.js';
import { RawServer, http } from './support/raw-server.js';

const BEGUN = new Date();
const MESSAGE = {
  message_id: 'our-id',
  channel: 'facebook' as const,
  subject: null,
  body: 'It weaves.',
  to: ['1234567890'],
  cc: [],
  reply: null,
};
const TRACE = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: BEGUN };

const said = (id: string, change: object = {}) => ({
  id,
  created_time: BEGUN.toISOString(),
  from: { id: '4711' },
  message: 'Something else.',
  ...change,
});
const full = () => Array.from({ length: 20 }, (_, at) => said(`m_${at}`));
const paging = { cursors: { before: 'a', after: 'further' }, next: 'http://192.0.2.1/elsewhere?access_token=secret' };
const first = (messages: object) => ({ data: [{ id: 't_1', messages }] });

/** An answer that is not simply a body. */
type Answer = { status: string; body?: object } | 'cut';
const isStatus = (answer: object): answer is Exclude<Answer, string> => 'status' in answer;

/**
 * What a look finds, and the paths it asks for, at a provider that gives these bodies one after the other, the last
 * again and again.
 */
async function look(...bodies: (object | Answer)[]) {
  const paths: string[] = [];
  const server = await RawServer.start((socket, received) => {
    paths.push(received.match(/GET \S+/g)!.at(-1)!);
    const body = bodies[Math.min(paths.length, bodies.length) - 1]!;
    if (body === 'cut') return void socket.destroy();
    const { status, body: said } = isStatus(body) ? { body: {}, ...body } : { status: '200 OK', body };
    socket.end(http(status, JSON.stringify(said)));
  });
  const access = { external_account_id: '4711', address: '', display_name: null, token: 'secret' };
  const signal = new AbortController().signal;
  const { facebook } = channelsFor(StandIns.at(server.url).settings);
  const found = await facebook.reconcile(MESSAGE, { ...access, signal }, TRACE);
  await server.stop();
  return { found, paths };
}

const NOT_SHOWN = { kind: 'unknown', code: 'conversation_not_shown' };

describe('a look into a conversation', () => {
  it('goes on behind the first page, at the address that is set and not at the one that is named', async () => {
    const older = { data: [said('m_ours', { message: 'It  weaves.' })], paging: { cursors: { after: 'x' } } };
    const { found, paths } = await look(first({ data: full(), paging }), older);
    expect(found).toMatchObject({ kind: 'alike', candidates: [{ provider_message_id: 'm_ours' }] });
    expect(paths).toHaveLength(2);
    expect(paths[1]).toMatch(/^GET \/meta\/v25\.0\/t_1\/messages\?.*after=further/);
  });

  it('ends where what was said is older than the message', async () => {
    const old = said('m_old', { created_time: new Date(BEGUN.getTime() - 61_000).toISOString() });
    const { found, paths } = await look(first({ data: [said('m_1'), old], paging }));
    expect(found).toMatchObject({ kind: 'unknown', code: 'not_in_conversation' });
    expect(found).not.toHaveProperty('looked', false);
    expect(paths).toHaveLength(1);
  });

  it('goes on until a minute before the message was begun, since clocks differ', async () => {
    const early = (seconds: number, change: object = {}) =>
      said(`m_${seconds}`, { created_time: new Date(BEGUN.getTime() - seconds * 1000).toISOString(), ...change });
    const older = { data: [early(50, { message: 'It weaves.' }), early(70)], paging };
    const { found, paths } = await look(first({ data: [early(10), early(30)], paging }), older);
    expect(found).toMatchObject({ kind: 'alike', candidates: [{ provider_message_id: 'm_50' }] });
    expect(paths).toHaveLength(2);
  });

  it('counts, and finds nothing, when there is more than is read', async () => {
    const { found, paths } = await look(first({ data: full(), paging }), { data: full(), paging });
    expect(found).toMatchObject(NOT_SHOWN);
    expect(found).not.toHaveProperty('looked', false);
    expect(paths).toHaveLength(10);
  });

  it.each<[string, object[]]>([
    ['a full page does not say whether it is the last', [first({ data: full() })]],
    ['the provider shows the id of a message alone', [first({ data: [said('m_1'), { id: 'm_2' }] })]],
    ['it is not said who wrote', [first({ data: [said('m_1', { from: null })] })]],
    ['the place of the next page is not named', [first({ data: full(), paging: { next: paging.next } })]],
  ])('counts, and finds nothing, when %s', async (_what, bodies) => {
    const { found } = await look(...bodies);
    expect(found).toMatchObject(NOT_SHOWN);
    expect(found).not.toHaveProperty('looked', false);
  });

  const ours = said('m_ours', { message: 'It weaves.' });
  it.each<[string, object[]]>([
    ['of another the provider shows the id alone', [first({ data: [ours, { id: 'm_2' }] })]],
    ['it is not said who wrote another', [first({ data: [said('m_1', { from: null }), ours] })]],
    ['another has no time', [first({ data: [ours, said('m_1', { created_time: 'some day' })] })]],
    ['another has no id', [first({ data: [said('m_1', { id: 1 }), ours] })]],
    ['behind it are nothing but ids', [first({ data: [...full(), ours], paging }), { data: [{ id: 'm_2' }], paging }]],
    ['there is more than is read', [first({ data: [ours], paging }), { data: full(), paging }]],
    ['a further page fails', [first({ data: [ours], paging }), { status: '500 Oh' }]],
  ])('finds the message though %s', async (_what, bodies) => {
    const { found } = await look(...bodies);
    expect(found).toMatchObject({ kind: 'alike', candidates: [{ provider_message_id: 'm_ours' }] });
  });

  it('reads no further where a page shows nothing but ids', async () => {
    const { found, paths } = await look(first({ data: full(), paging }), { data: [{ id: 'm_2' }], paging });
    expect(found).toMatchObject(NOT_SHOWN);
    expect(paths).toHaveLength(2);
  });

  it.each<[string, Answer, object]>([
    ['fails', { status: '500 Oh' }, { code: 'http_500', retry_after_seconds: null }],
    [
      'is refused for too many calls',
      { status: '400 Bad Request', body: { error: { code: 613, message: 'Calls to this API are too many.' } } },
      { code: '613' },
    ],
    ['is no page', { status: '200 OK', body: { data: 'none' } }, { code: 'http_200' }],
    ['breaks off', 'cut', { code: 'no_answer' }],
  ])('counts as none when a further page %s', async (_what, answer, expected) => {
    const { found } = await look(first({ data: full(), paging }), answer);
    expect(found).toMatchObject({ kind: 'unknown', looked: false, ...expected });
  });

  it('finds nothing in a conversation that has not begun', async () => {
    expect((await look({ data: [] })).found).toMatchObject({ kind: 'unknown', code: 'not_in_conversation' });
  });
});
