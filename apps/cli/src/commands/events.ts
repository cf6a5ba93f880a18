import { setTimeout as sleep } from 'node:timers/promises';
import { trustedClaim, type Domain } from '#crm-domain';
import { newId } from '#platform';
import { wholeNumber } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { workspace } from './options.js';

const MOST = 500;
const LOOK_EVERY_MS = 1000;

export const events = defineCommand({
  name: 'events',
  summary: 'Print the events of a workspace as JSON, one a line; with --follow, go on with new ones',
  details:
    'Without --after, the oldest events that are kept come first; with --follow, only new ones are printed, until Ctrl-C. --limit counts only without --follow.',
  options: {
    workspace,
    after: {
      value: '<position>',
      about: 'Only events after this position',
      check: wholeNumber(0, 999_999_999_999_999),
    },
    kinds: { value: '<a,b>', about: 'Only events of these kinds, separated by commas' },
    object: { value: '<object>', about: 'Only events of this object and its records: slug or UUID' },
    limit: { value: '<n>', about: `How many events, at most ${MOST}`, default: '100', check: wholeNumber(1, MOST) },
    follow: { about: 'Print new events as they happen' },
  },
  example: '--workspace $WORKSPACE --follow',
  async run({ workspace: workspaceId, after, kinds, object, limit, follow }, { env, say }) {
    const asked = { after, kinds: kinds?.split(','), object };
    await withDomain(env, async (domain) => {
      await domain.workspaces.get(workspaceId);
      const print = (event: object) => say(JSON.stringify(event));
      if (follow) await goOn(domain, workspaceId, { asked, print });
      else await onePage(domain, workspaceId, { asked, limit: Number(limit), print });
    });
  },
});

interface Asked {
  asked: { after: string | undefined; kinds: string[] | undefined; object: string | undefined };
  print(event: object): void;
}

async function onePage(domain: Domain, workspaceId: string, { asked, limit, print }: Asked & { limit: number }) {
  const { filter } = await domain.feed.follow(operator(workspaceId), asked);
  // Without a position, the feed begins with the oldest event that is kept.
  let position = Number(asked.after ?? 0);
  for (let left = limit, more = true; more && left > 0;) {
    const page = await domain.feed.next(workspaceId, position, left, filter);
    page.events.forEach(print);
    left -= page.events.length;
    position = page.next_after;
    more = page.has_more;
  }
}

async function goOn(domain: Domain, workspaceId: string, { asked, print }: Asked): Promise<void> {
  const { filter, ...from } = await domain.feed.follow(operator(workspaceId), asked);
  const reader = new AbortController();
  process.stdout.once('error', () => reader.abort());
  for (let position = from.position; !reader.signal.aborted;) {
    const page = await domain.feed.next(workspaceId, position, MOST, filter);
    page.events.forEach(print);
    position = Math.max(position, page.next_after);
    if (!page.has_more) await sleep(LOOK_EVERY_MS);
  }
}

function operator(workspaceId: string) {
  return trustedClaim(workspaceId, { origin: 'cli', request_id: newId() });
}
