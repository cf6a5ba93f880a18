import { MessageUnderWay, type SyncedAccount } from '#crm-domain/messaging';
import { Fetcher, type FetchTools } from './fetcher.js';
import { FetchDeclined, type FetchedPage } from '../contract/mailbox.js';

const ACCOUNT = { channel: 'instagram', sync_cursor: null, last_synced_at: null } as SyncedAccount;
const PAGE = { messages: [], cursor: { until: 1 }, isLast: true };

type Given = FetchedPage | FetchDeclined;

interface Course {
  tries: number;
  lookMs?: number;
  stop?: AbortController;
  leaseMs?: number;
  prolonged?: () => void;
}

/** What a fetch of these pages does, where the first tries to keep one meet a message that is being sent. */
async function fetched(
  pages: { shift(): Given | Promise<Given> | undefined },
  { tries, lookMs, stop = new AbortController(), leaseMs = 60_000, prolonged }: Course,
): Promise<string[]> {
  const words: string[] = [];
  const told = (word: string, cursor: unknown) => words.push(`${word} ${JSON.stringify(cursor)}`);
  let left = tries;
  const page = async () => {
    const next = (await pages.shift())!;
    if (next instanceof FetchDeclined) throw next;
    return next;
  };
  const tools: FetchTools = {
    syncs: {
      leaseMs,
      begin: async () => ACCOUNT,
      prolong: async () => prolonged?.(),
      keep: async (_account, _messages, cursor) => {
        told('keep', cursor);
        if (left-- > 0) throw new MessageUnderWay();
      },
      keepRest: async (_account, _messages, { before }) => void told('rest', before),
      pause: async () => void words.push('pause'),
      end: async (_account, code) => void words.push(`end ${code}`),
    },
    tokens: {
      accessTo: async () => ({
        kind: 'open' as const,
        channel: 'instagram' as const,
        access: { external_account_id: '4711', address: '', display_name: null, token: 'secret' },
      }),
      noteAccepted: (_account, token) => void words.push(`accepted ${token}`),
      reconsider: async (_account, outcome) => {
        words.push('reconsider');
        return outcome;
      },
    },
    mailboxes: { instagram: { everyMs: 1, page } },
  };
  const key = { workspace_id: 'w', channel_account_id: 'a' };
  await new Fetcher(tools, lookMs).fetch(key, stop.signal);
  return words;
}

describe('a provider that lets nothing be fetched', () => {
  const declined = (http_status: number) =>
    new FetchDeclined({ kind: 'rejected', account: 'reauth_required', code: 'refused', detail: 'No.', http_status });

  it.each([400, 403, 404])('with %d has the account left as it is, through which may still be sent', async (status) => {
    expect(await fetched([declined(status)], { tries: 0 })).toEqual(['end refused']);
  });

  it('with 401 refuses the token, of which is decided elsewhere', async () => {
    expect(await fetched([declined(401)], { tries: 0 })).toEqual(['reconsider', 'end refused']);
  });
});

it('a fetch that is broken off between two pages is not over', async () => {
  const stop = new AbortController();
  const pages = {
    shift: () => {
      stop.abort();
      return { ...PAGE, isLast: false };
    },
  };
  const words = await fetched(pages, { tries: 0, stop });
  expect(words).toEqual(['accepted secret', 'keep {"until":1}', 'pause']);
});

it('a fetch of many pages gives others their turn after the fourth', async () => {
  const pages = [1, 2, 3, 4, 5].map((until) => ({ ...PAGE, cursor: { until }, isLast: until === 5 }));
  const words = await fetched(pages, { tries: 0 });
  expect(words.filter((word) => !word.startsWith('accepted'))).toEqual([
    ...[1, 2, 3, 4].map((until) => `keep {"until":${until}}`),
    'pause',
  ]);
});

it('an account is kept from others for as long as a page of it takes', async () => {
  let prolonged: () => void = () => undefined;
  const longEnough = new Promise<void>((resolve) => (prolonged = resolve));
  const pages = { shift: () => longEnough.then(() => PAGE) };
  const words = await fetched(pages, { tries: 0, leaseMs: 3, prolonged: () => prolonged() });
  expect(words).toEqual(['accepted secret', 'keep {"until":1}', 'end null']);
});

describe('what was fetched', () => {
  it('shows that the token is good, and is kept a moment later when one of its messages may be one that is being sent', async () => {
    const words = await fetched([PAGE], { tries: 1 });
    const kept = 'keep {"until":1}';
    expect(words).toEqual(['accepted secret', kept, kept, 'end null']);
  });

  it('is kept without a message that nobody knows the fate of, and is fetched again from before it', async () => {
    const [first, second, third] = [1, 2, 3].map((until) => ({ ...PAGE, cursor: { until }, isLast: until === 3 }));
    const words = await fetched([first!, second!, third!], { tries: 26, lookMs: 0 });
    expect(words.filter((word) => word === 'keep {"until":1}')).toHaveLength(25);
    expect(words.filter((word) => !word.startsWith('keep') && !word.startsWith('accepted'))).toEqual([
      ...['rest null', 'rest null', 'rest null'],
      'end message_under_way',
    ]);
    expect(words).not.toContain('keep {"until":2}');
  });

  it('gives others their turn after the fortieth page, when something had to be left out', async () => {
    const pages = Array.from({ length: 50 }, (_, n) => ({ ...PAGE, cursor: { until: n + 1 }, isLast: n === 49 }));
    const words = await fetched(pages, { tries: 26, lookMs: 0 });
    expect([words.filter((word) => word.startsWith('rest')).length, words.at(-1)]).toEqual([
      40,
      'end message_under_way',
    ]);
  });
});
