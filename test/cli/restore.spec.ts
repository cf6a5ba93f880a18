import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDomain } from '#auth';
import { trustedClaim, type Domain } from '#crm-domain';
import { newId } from '#platform';
import type { FullEnd, FullHeader } from '../../libs/crm-domain/src/exports/full/full-file.js';
import { everyDeed } from '../model/support/deeds.js';
import { FullContent } from '../model/support/full-content.js';
import { Cli, jsonOf, workDir, type CliRun } from '../support/cli.js';
import { WEBHOOKS_HERE } from '../events/support/automations.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { fullExport, inPieces, stopFollowing } from '../support/full-export.js';
import { Rest } from '../support/rest.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { exportedTables, removeWorkspace, workspaceTables, type TableRows } from '../support/workspace-tables.js';

// `KILL_POINTS` tries as many as one likes of the messages that the command sends to its database.
const POINTS = Number(process.env.KILL_POINTS ?? 4);

const dir = workDir();
let rest: Rest;
let second: FreshDatabase;
let other: Domain;
let pool: pg.Pool;
let workspace_id: string;
let file: Buffer;
let before: TableRows;

beforeAll(async () => {
  rest = await Rest.start(WEBHOOKS_HERE, {
    alone: 'Nothing follows the feed between the export and the look at the tables.',
  });
  await stopFollowing(rest);
  const content = await FullContent.make(rest, 'Tarnwick');
  for (const deed of everyDeed) await content.do(deed);
  ({ workspace_id } = content);
  file = await fullExport(rest.domain, workspace_id);
  before = await workspaceTables(rest, workspace_id, 'before');
  second = await freshDatabase();
  other = await openDomain(second.url);
  pool = new pg.Pool({ connectionString: second.url, max: 1 });
});
afterAll(async () => {
  await rest?.stop();
  await pool?.end();
  await other?.close();
  await second?.drop();
  rmSync(dir, { recursive: true });
});

const there = {
  sql: async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row & pg.QueryResultRow>(text, values)).rows as Row[],
};
afterEach(async () => {
  await removeWorkspace(there, workspace_id);
  await there.sql('delete from app_user where user_id <> all(array(select user_id from membership))');
});

/** What a workspace has in the second database, table by table. */
async function countedThere(id: string): Promise<number> {
  let rows = 0;
  for (const table of exportedTables())
    rows += (
      await there.sql<{ n: number }>(`select count(*)::int as n from ${table} where workspace_id = $1`, [id])
    )[0]!.n;
  return rows;
}

function written(name: string, bytes: Buffer): string {
  writeFileSync(join(dir, name), bytes);
  return name;
}

function crm(line: string, at: { url?: string; stdin?: string } = {}): Cli {
  return new Cli(`restore ${line}`.split(' '), {
    cwd: dir,
    env: { DATABASE_URL: at.url ?? second.url },
    stdin: at.stdin,
  });
}

describe('crm restore', () => {
  it('makes the workspace again in another database, equal in every table, and notes it in the audit log', async () => {
    const run = await crm(`--file ${written('whole.ndjson', file)} --json`).run;
    expect(jsonOf(run)).toMatchObject({ workspace_id, name: expect.any(String), records: expect.any(Number) });
    expect(await workspaceTables(there, workspace_id, 'after')).toEqual(before);
    for (const rows of [
      before.webhook!,
      before.automation!,
      before.message_delivery!,
      before.import_job!,
      before.purge!,
    ])
      expect(rows.length).toBeGreaterThan(0);
    const { entries } = await other.audit.list(workspace_id, { limit: 1 });
    expect(entries).toMatchObject([
      { action: 'workspace.restored', actor: { type: 'operator' }, details: { as_of: expect.any(String) } },
    ]);
  });

  it('makes it again where it was removed, from a pipe', async () => {
    await removeWorkspace(rest, workspace_id);
    const [{ url }] = (await rest.sql<{ url: string }>('select current_database() as url')) as [{ url: string }];
    const target = new URL(second.url);
    target.pathname = `/${url}`;
    const run = await crm('--file -', { url: target.href, stdin: file.toString() }).run;
    expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^Restored /)]);
    expect(await workspaceTables(rest, workspace_id, 'after')).toEqual(before);
  });

  it('refuses a workspace that is there, and a file that cannot be read', async () => {
    const name = written('twice.ndjson', file);
    expect((await crm(`--file ${name}`).run).code).toBe(0);
    const again = await crm(`--file ${name}`).run;
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The workspace exists already.')]);
    expect((await crm('--file nothing.ndjson').run).stderr).toContain('cannot be read: ENOENT');
    expect((await crm('--file .').run).stderr).toContain('cannot be read: EISDIR');
  });

  it('sends nothing by itself, and goes on with the feed', async () => {
    await other.restores.restore(inPieces(file));
    const [due] = await there.sql<{ n: number }>(
      `select (select count(*) from message_delivery where finished_at is null)::int
         + (select count(*) from message where status = 'pending')::int
         + (select count(*) from webhook where status = 'active')::int
         + (select count(*) from automation where status = 'active')::int
         + (select count(*) from channel_account where status <> 'disconnected')::int as n`,
    );
    expect(due!.n).toBe(0);
    const caller = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
    const actor = await other.access.authorize(caller, 'read:data');
    const head = await other.feed.position(workspace_id);
    expect(head).toBe(before.event!.length);
    await other.recordWriter.create(caller, 'companies', { data: { name: 'Later' }, path: 'data' });
    const { events } = await other.feed.read(actor, { after: String(head), limit: 10 });
    expect(events).toMatchObject([{ position: head + 1, kind: 'record.created' }]);
  });

  it('takes out who was deleted by the identity provider since', async () => {
    await other.restores.restore(inPieces(file));
    const members = async () => (await other.workspaces.members(workspace_id)).map((member) => member.user_id);
    const [gone] = await members();
    await there.sql('update app_user set deactivated_at = now() where user_id = $1', [gone]);
    await removeWorkspace(there, workspace_id);
    await other.restores.restore(inPieces(file));
    expect(await members()).not.toContain(gone);
    await there.sql('update app_user set deactivated_at = null where user_id = $1', [gone]);
  });

  it('leaves a webhook switched off until it has a new secret', async () => {
    await other.restores.restore(inPieces(file));
    const caller = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
    const actor = await other.access.authorize(caller, 'read:data');
    const [{ id }] = (await other.webhooks.list(actor)) as unknown as [{ id: { webhook_id: string } }];
    const switchOn = () => other.webhooks.update(actor, id.webhook_id, { status: 'active' });
    await expect(switchOn()).rejects.toThrow('Rotate the secret first');
    const { secret } = await other.webhooks.rotateSecret(actor, id.webhook_id, (_, text) => `sealed ${text}`);
    expect(await switchOn()).toMatchObject({ status: 'active' });
    const [row] = await there.sql('select secret, old_secret from webhook where webhook_id = $1', [id.webhook_id]);
    expect(row).toEqual({ secret: `sealed ${secret}`, old_secret: null });
  });
});

/** The file with other lines, and with an end that fits them. */
function rewritten(change: (lines: string[]) => string[]): Buffer {
  const lines = change(file.toString().trimEnd().split('\n').slice(0, -1));
  const text = `${lines.join('\n')}\n`;
  const rows: Record<string, number> = {};
  for (const line of lines.slice(1)) {
    const table = /^\["(\w+)"/.exec(line)?.[1] ?? '';
    rows[table] = (rows[table] ?? 0) + 1;
  }
  const end: FullEnd = { rows, sha256: createHash('sha256').update(text).digest('hex') };
  return Buffer.from(`${text}${JSON.stringify({ end })}\n`);
}

const headerWith = (changes: (header: FullHeader) => object) => (lines: string[]) => {
  const header = JSON.parse(lines[0]!) as FullHeader;
  return [JSON.stringify({ ...header, ...changes(header) }), ...lines.slice(1)];
};
const lineOf = (table: string) => (lines: string[]) => lines.findIndex((line) => line.startsWith(`["${table}",`));
/** Changes the value of a column of the first row of a table. */
const valueOf = (table: string, column: string, value: string | null) => (lines: string[]) => {
  const at = lineOf(table)(lines);
  const place = (JSON.parse(lines[0]!) as FullHeader).tables[table]!.indexOf(column);
  const [, row] = JSON.parse(lines[at]!) as [string, (string | null)[]];
  return lines.with(at, JSON.stringify([table, row.with(place, value)]));
};

describe('a file that is not as it was written', () => {
  const refusal = async (bytes: Buffer) => {
    const error: unknown = await other.restores.restore(inPieces(bytes)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'DomainError', kind: 'validation' });
    expect(await countedThere(workspace_id)).toBe(0);
    return (error as { issues: { message: string }[] }).issues[0]!.message;
  };

  it('is refused where it is cut off, wherever that is', async () => {
    const end = file.lastIndexOf('\n{');
    for (const length of [0, 10, file.indexOf('\n') + 1, Math.trunc(file.length / 2), end, end + 1, file.length - 3])
      expect(await refusal(file.subarray(0, length))).toMatch(/cut off|not a full export/);
  });

  it('is refused where a line was changed, added or taken away', async () => {
    const text = file.toString();
    expect(await refusal(Buffer.from(text.replace('Tarnwick', 'Tarnwock')))).toMatch('digest');
    const lines = text.split('\n');
    const note = lines.findIndex((line) => line.startsWith('["value_history"'));
    expect(await refusal(Buffer.from(lines.toSpliced(note, 1).join('\n')))).toMatch('counts');
    expect(await refusal(Buffer.from(`${text}["record",[]]\n`))).toMatch('follows the last line');
    expect(await refusal(Buffer.from('{"format":"csv"}\n'))).toMatch('not a full export');
  });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['of a newer version', headerWith(() => ({ version: 2 })), /newer version/],
    ['of a newer schema', headerWith(({ schema }) => ({ schema: schema + 1 })), /newer version/],
    ['of an older schema', headerWith(() => ({ schema: 1 })), /older version/],
    ['without a workspace id', headerWith(() => ({ workspace_id: 'all' })), /first line/],
    [
      'that names a table of others',
      headerWith((h) => ({ tables: { ...h.tables, api_key: ['name'] } })),
      /names tables/,
    ],
    [
      'that names the workspace of a row',
      headerWith((h) => ({ tables: { ...h.tables, choice: ['workspace_id'] } })),
      /columns/,
    ],
    [
      'that names a column twice',
      headerWith((h) => ({ tables: { ...h.tables, choice: ['title', 'title'] } })),
      /columns/,
    ],
    [
      'that names a secret',
      headerWith((h) => ({ tables: { ...h.tables, webhook: [...h.tables.webhook!, 'secret'] } })),
      /columns/,
    ],
    [
      'with SQL for a column',
      headerWith((h) => ({ tables: { ...h.tables, choice: ['title) select 1 --'] } })),
      /columns/,
    ],
    ['with a row of a strange table', (lines) => [...lines, '["api_key",["x"]]'], /names a table/],
    ['with a row of an inherited name', (lines) => [...lines, '["constructor",["x"]]'], /names a table/],
    ['with a row that is too short', (lines) => [...lines, '["choice",["x"]]'], /is not a row of choice/],
    ['with a row of objects', (lines) => [...lines, '["event_head",[{},{}]]'], /is not a row of event_head/],
    ['with a value of a wrong type', valueOf('record', 'record_id', 'nobody'), /do not fit into the table record/],
    ['with JSON that is none', valueOf('record', 'vals', '{'), /do not fit into the table record/],
    ['without a value that must be there', valueOf('record', 'vals', null), /do not fit into the table record/],
    ['with a text that cannot be kept', valueOf('record', 'label', 'a\u0000b'), /do not fit into the table record/],
    ['with a state that there is not', valueOf('membership', 'role', 'owner'), /do not fit into the table membership/],
    [
      'with the same row twice',
      (lines) => [...lines, lines[lineOf('record')(lines)]!],
      /do not fit into the table record/,
    ],
    [
      'with a second workspace',
      (lines) => [...lines, lines[lineOf('workspace')(lines)]!],
      /second row of the workspace/,
    ],
    ['without the workspace', (lines) => lines.filter((line) => !line.startsWith('["workspace"')), /first row/],
    ['without any row', (lines) => lines.slice(0, 1), /no workspace/],
    [
      'whose messages have no conversation',
      (lines) => lines.filter((line) => !line.startsWith('["conversation"')),
      /do not fit into/,
    ],
  ])('is refused %s, and nothing of it stays', async (_, change, message) => {
    expect(await refusal(rewritten(change))).toMatch(message);
  });

  it('writes into no other workspace, and changes nobody whom others know', async () => {
    const { workspace_id: id } = await other.workspaces.create({ name: 'Neighbour' });
    const person = { workspace_id: id, subject: 'neighbour', email: 'n@example.com', name: 'Neighbour' };
    const { user_id } = await other.workspaces.addMember(person);
    const counted = await countedThere(id);
    const of = async (bytes: Buffer) => other.restores.restore(inPieces(bytes));
    await expect(of(rewritten(headerWith(() => ({ workspace_id: id }))))).rejects.toThrow('exists already');
    await expect(of(rewritten(valueOf('workspace', 'external_org_id', id)))).rejects.toThrow('has the organisation');
    const [neighbour] = await there.sql<{ issuer: string }>('select issuer from app_user where user_id = $1', [
      user_id,
    ]);
    const asNeighbour = rewritten((lines) =>
      valueOf('app_user', 'issuer', neighbour!.issuer)(valueOf('app_user', 'subject', 'neighbour')(lines)),
    );
    await expect(of(asNeighbour)).rejects.toThrow('by other ids');
    expect(await countedThere(workspace_id)).toBe(0);
    await of(
      rewritten((lines) => valueOf('app_user', 'name', 'Somebody')(valueOf('app_user', 'user_id', user_id)(lines))),
    );
    const [known] = await there.sql<{ name: string }>('select name from app_user where user_id = $1', [user_id]);
    expect([known!.name, await countedThere(id)]).toEqual(['Neighbour', counted]);
    await removeWorkspace(there, id);
  });
});

describe('a restore that is killed', () => {
  let proxy: TcpProxy;
  let url: string;
  beforeAll(async () => ({ proxy, url } = await TcpProxy.before(second.url)));
  afterAll(() => proxy?.cut());

  async function messagesUntil(kill: (child: Cli, count: number) => void): Promise<CliRun & { count: number }> {
    const child = crm('--file killed.ndjson', { url });
    let count = 0;
    proxy.onPiece = () => kill(child, ++count);
    const run = await child.run;
    proxy.onPiece = undefined;
    return { ...run, count };
  }

  it('leaves nothing behind, and can be begun anew', async () => {
    written('killed.ndjson', file);
    const { count } = await messagesUntil(() => undefined);
    await removeWorkspace(there, workspace_id);
    for (let point = 1; point <= POINTS; point++) {
      const at = Math.trunc((count * point) / (POINTS + 1));
      const { code } = await messagesUntil(({ child }, sent) => sent === at && child.kill('SIGKILL'));
      expect(code).toBeNull();
      expect(await countedThere(workspace_id)).toBe(0);
    }
    expect((await messagesUntil(() => undefined)).code).toBe(0);
    expect(await workspaceTables(there, workspace_id, 'after')).toEqual(before);
  });
});
