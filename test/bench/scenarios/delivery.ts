import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CredentialVault, credentialKeys } from '#channels';
import { CHANNELS, handleKind, isMail, type ChannelName } from '#crm-domain/messaging';
import { newId } from '#platform';
import { startDevProviders } from '../../../apps/dev-providers/src/server.js';
import { between, cpuTimes } from '../cpu.js';
import { urlOf } from '../database.js';
import { launch } from '../processes.js';
import type { Bench, Scenario, Target } from '../scenario.js';

const KEYS = `bench:${Buffer.alloc(32, 1).toString('base64')}`;
const ACCOUNTS_EACH = 10;
const MESSAGES = 3000;
const SINGLE = 60;
const AT_LEAST = 300;
const WITHIN_MS = 10;

interface Account {
  workspace_id: string;
  channel_account_id: string;
  channel: ChannelName;
  external: string;
}

export const delivery: Scenario = {
  name: 'delivery',
  about:
    'From the commit of a send to the call of its provider, and deliveries one process drains against dev-providers.',
  async run(bench) {
    const providers = await startDevProviders();
    const server = await launch({
      name: 'deliverer',
      application: 'crm-rest-api',
      firstPort: 15_680,
      entry: 'apps/rest-api/src/main.js',
      env: environment(urlOf(bench.database), providers.url),
    });
    try {
      const accounts = await openAccounts(bench, providers.url);
      const waits = await idleWaits(bench.database, accounts, providers.url);
      const { rate, micros } = await drain(bench.database, accounts, server);
      const [typical, late] = [0.5, 0.95].map((share) => waits[Math.floor(waits.length * share)]!);
      return [
        {
          what: 'commit of a send to the call of its provider, idle, p50',
          target: `< ${WITHIN_MS} ms`,
          result: `${typical!.toFixed(1)} ms`,
          reached: typical! < WITHIN_MS,
          detail: `p95 ${late!.toFixed(1)} ms, ${waits.length} messages one after the other, mail and chat`,
        },
        {
          what: 'deliveries one process drains against dev-providers',
          target: `>= ${AT_LEAST}/s`,
          result: `${rate.toFixed(0)}/s`,
          reached: rate >= AT_LEAST,
          detail: `${MESSAGES} messages of ${accounts.length} accounts on five channels; each takes ${micros}`,
        },
      ];
    } finally {
      await server.stop();
      await providers.close();
    }
  },
};

function environment(databaseUrl: string, url: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DELIVERY_WORKER: 'on',
    SYNC_WORKER: 'off',
    CREDENTIALS_KEYS: KEYS,
    GMAIL_BASE_URL: `${url}/gmail`,
    GRAPH_BASE_URL: `${url}/graph/v1.0`,
    META_GRAPH_BASE_URL: `${url}/meta/v25.0`,
    INSTAGRAM_BASE_URL: `${url}/instagram/v25.0`,
  };
}

async function openAccounts({ database, worlds }: Bench, url: string): Promise<Account[]> {
  const vault = new CredentialVault(credentialKeys.parse(KEYS)!);
  const { workspace_id } = worlds[0]!;
  const accounts: Account[] = [];
  for (const channel of CHANNELS)
    for (let n = 0; n < ACCOUNTS_EACH; n++) {
      const account = { workspace_id, channel_account_id: newId(), channel, external: newId() };
      const { access_token } = await control<{ access_token: string }>(url, 'accounts', {
        channel,
        external_account_id: account.external,
      });
      await database.query(
        `insert into channel_account (workspace_id, channel_account_id, channel, external_account_id, address, credentials) values ($1, $2, $3, $4, $4, $5)`,
        [workspace_id, account.channel_account_id, channel, account.external, vault.seal(account, { access_token })],
      );
      accounts.push(account);
    }
  return accounts;
}

async function control<T>(url: string, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  const response = await fetch(`${url}/__control/${path}`, request);
  return (await response.json()) as T;
}

/** Messages that wait for their delivery, due at once or never. */
async function queue(database: pg.Client, { workspace_id, channel, ...account }: Account, count: number, due: string) {
  const address = isMail(channel) ? 'mara@example.com' : '15550001234';
  const { rows } = await database.query<{ message_id: string }>(
    `with c as (insert into conversation (workspace_id, conversation_id, channel, channel_account_id)
        select $1, gen_random_uuid(), $2, $3 from generate_series(1, $4) returning conversation_id),
      m as (insert into message (workspace_id, message_id, conversation_id, channel, direction, status, subject, body, queued_at)
        select $1, gen_random_uuid(), conversation_id, $2, 'outbound', 'pending', $5, repeat('Good morning. ', 20), now() from c returning message_id),
      r as (insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address)
        select $1, message_id, 'to', 0, $6, $7, $7 from m)
      insert into message_delivery (workspace_id, message_id, channel, channel_account_id, state, sent_via, run_at)
        select $1, message_id, $2, $3, 'queued', '{"origin":"mcp","request_id":"bench"}', $8 from m returning message_id`,
    [
      workspace_id,
      channel,
      account.channel_account_id,
      count,
      isMail(channel) ? 'Hello' : null,
      handleKind(channel),
      address,
      due,
    ],
  );
  return rows.map(({ message_id }) => message_id);
}

/** Milliseconds from each commit to the first call at the provider, sorted. */
async function idleWaits(database: pg.Client, accounts: Account[], url: string): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < SINGLE + 10; n++) {
    const account = accounts[(n * ACCOUNTS_EACH + n) % accounts.length]!;
    await database.query('begin');
    const [id] = await queue(database, account, 1, 'now');
    await database.query(`select pg_notify('message_delivery', '')`);
    const committed = Date.now();
    await database.query('commit');
    await untilNone(database, 'message_id = $1', [id]);
    const { calls } = await control<{ calls: { at: string }[] }>(url, `calls?account=${account.external}`);
    const first = calls.map(({ at }) => Date.parse(at)).find((at) => at >= committed);
    // The first ones meet code that is not compiled yet.
    if (n >= 10) waits.push(first! - committed);
  }
  return waits.sort((a, b) => a - b);
}

/** Deliveries a second, from the moment all were due to the end of the last, and the CPU time of each. */
async function drain(database: pg.Client, accounts: Account[], server: Target) {
  for (const account of accounts) await queue(database, account, MESSAGES / accounts.length, 'infinity');
  // What a database in use has done by itself long ago; the plans at hand are of empty tables.
  await database.query('analyze conversation, message, message_recipient, message_delivery');
  const before = await cpuTimes(database, server);
  const providers = process.cpuUsage();
  const begun = performance.now();
  await database.query(`update message_delivery set run_at = now() where run_at = 'infinity'`);
  await database.query(`select pg_notify('message_delivery', '')`);
  await untilNone(database, 'true', []);
  const seconds = (performance.now() - begun) / 1000;
  const { node, postgres } = between(before, await cpuTimes(database, server));
  const { user, system } = process.cpuUsage(providers);
  const [ours, theirs, stores] = [node, user + system, postgres].map((micros) => (micros / MESSAGES).toFixed(0));
  return {
    rate: MESSAGES / seconds,
    micros: `${ours} us of the service, ${stores} of Postgres, ${theirs} of dev-providers`,
  };
}

async function untilNone(database: pg.Client, which: string, values: unknown[]): Promise<void> {
  const text = `select 1 from message_delivery where finished_at is null and ${which} limit 1`;
  while ((await database.query(text, values)).rowCount) await sleep(values.length ? 2 : 50);
}
