import { MESSENGER_ANSWERS } from '../../libs/channels/src/messenger/messenger-answers.js';
import { MetaMailbox } from '../../libs/channels/src/meta/meta-mailbox.js';
import { RawServer, http } from './support/raw-server.js';

const NOW = new Date();
const said = (id: unknown, change: object = {}) => ({
  id,
  created_time: NOW.toISOString(),
  from: { id: '4711' },
  to: { data: [{ id: '71' }] },
  message: 'Hello',
  ...change,
});

const conversation = (messages: unknown[], change: object = {}) => ({
  updated_time: NOW.toISOString(),
  messages: { data: messages },
  ...change,
});

/** The ids of what a page of conversations tells, and where to go on. */
async function fetched(...conversations: object[]) {
  const body = JSON.stringify({ data: conversations });
  const server = await RawServer.start((socket) => socket.end(http('200 OK', body)));
  const place = { platform: 'messenger' as const, base: server.url, table: MESSENGER_ANSWERS };
  const access = { external_account_id: '4711', address: '', display_name: null, token: 'secret' };
  const signal = new AbortController().signal;
  const since = new Date(NOW.getTime() - 60_000);
  const page = await new MetaMailbox(place).page({ ...access, signal }, null, since).finally(() => server.stop());
  return { ids: page.messages.map(({ provider_message_id }) => provider_message_id), cursor: page.cursor };
}

describe('what is fetched from a page of Messenger', () => {
  it('is told oldest first, as the whole seconds of its times do not say', async () => {
    const newestFirst = ['m_4', 'm_3', 'm_2', 'm_1'].map((id) => said(id));
    expect((await fetched(conversation(newestFirst))).ids).toEqual(['m_1', 'm_2', 'm_3', 'm_4']);
  });

  it.each<[string, object]>([
    ['bears its id alone', { id: 'm_2' }],
    ['has no id', said(null)],
    ['has no author', said('m_2', { from: { name: 'Mara' } })],
    ['has no readable time', said('m_2', { created_time: {} })],
  ])('is everything but a message that %s', async (_what, broken) => {
    expect((await fetched(conversation([said('m_3'), broken, said('m_1')]))).ids).toEqual(['m_1', 'm_3']);
  });

  it.each<[string, object]>([
    ['has no time', { updated_time: null }],
    ['has no readable time', { updated_time: 'some day' }],
    ['has no list of messages', { messages: 'none' }],
  ])('is everything but a conversation that %s', async (_what, broken) => {
    const { ids, cursor } = await fetched(conversation([said('m_1')], broken), conversation([said('m_2')]));
    expect(ids).toEqual(['m_2']);
    expect(cursor).toEqual({ until: NOW.getTime() });
  });
});
