import { MessageUnderWay, type SyncedAccount } from '#crm-domain';
import { Fetcher } from './fetcher.js';

const ACCOUNT = { channel: 'instagram', sync_cursor: null, last_synced_at: null } as SyncedAccount;
const PAGE = { messages: [], cursor: { until: 1 }, isLast: true };

describe('what was fetched', () => {
  it('shows that the token is good, and is kept a moment later when one of its messages may be one that is being sent', async () => {
    const words: string[] = [];
    const keep = async () => {
      words.push('keep');
      if (words.filter((word) => word === 'keep').length === 1) throw new MessageUnderWay();
    };
    const fetcher = new Fetcher({
      syncs: {
        begin: async () => ACCOUNT,
        keep,
        end: async (_account, code) => void words.push(`end ${code}`),
      },
      tokens: {
        accessTo: async () => ({
          ...{ kind: 'open' as const, channel: 'instagram' as const },
          access: { external_account_id: '4711', address: '', display_name: null, token: 'secret' },
        }),
        noteAccepted: (_account, token) => void words.push(`accepted ${token}`),
        reconsider: async (_account, outcome) => outcome,
      },
      mailboxes: { instagram: { everyMs: 1, page: async () => PAGE } },
    });
    await fetcher.fetch({ workspace_id: 'w', channel_account_id: 'a' }, new AbortController().signal);
    expect(words).toEqual(['accepted secret', 'keep', 'keep', 'end null']);
  });
});
