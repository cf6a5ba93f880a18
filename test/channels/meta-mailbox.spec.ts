import { MESSENGER_ANSWERS } from '../../libs/channels/src/messenger/messenger-answers.js';
import { MetaMailbox } from '../../libs/channels/src/sync/meta-mailbox.js';
import { RawServer, http } from './support/raw-server.js';

const NOW = new Date();
const said = (id: unknown, change: object = {}) => ({
  ...{ id, created_time: NOW.toISOString(), from: { id: '4711' }, to: { data: [{ id: '71' }] }, message: 'Hello' },
  ...change,
});

describe('what is fetched from a page of Messenger', () => {
  it.each<[string, object]>([
    ['bears its id alone', { id: 'm_2' }],
    ['has no id', said(null)],
    ['has no author', said('m_2', { from: { name: 'Mara' } })],
    ['has no readable time', said('m_2', { created_time: {} })],
  ])('is everything but a message that %s', async (_what, broken) => {
    const page = {
      data: [{ updated_time: NOW.toISOString(), messages: { data: [said('m_1'), broken, said('m_3')] } }],
    };
    const server = await RawServer.start((socket) => socket.end(http('200 OK', JSON.stringify(page))));
    const place = { platform: 'messenger' as const, base: server.url, table: MESSENGER_ANSWERS };
    const access = { external_account_id: '4711', address: '', display_name: null, token: 'secret' };
    const signal = new AbortController().signal;
    const since = new Date(NOW.getTime() - 60_000);
    const fetched = await new MetaMailbox(place).page({ ...access, signal }, null, since).finally(() => server.stop());
    expect(fetched.messages.map(({ provider_message_id }) => provider_message_id)).toEqual(['m_1', 'm_3']);
  });
});
