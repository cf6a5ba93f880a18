import { trustedClaim } from '#crm-domain';
import { newId } from '#platform';
import { jsonOf } from '../support/cli.js';
import { inPieces } from '../support/full-export.js';
import { removeWorkspace, workspaceTables } from '../support/workspace-tables.js';
import { RestoreSite } from './support/restore-site.js';

let site: RestoreSite;
beforeAll(async () => (site = await RestoreSite.make()));
afterAll(() => site?.stop());
afterEach(() => site.clear());

describe('crm restore', () => {
  it('makes the workspace again in another database, equal in every table, and notes it in the audit log', async () => {
    const run = await site.crm(`--file ${site.written('whole.ndjson')} --json`).run;
    expect(jsonOf(run)).toMatchObject({
      workspace_id: site.workspace_id,
      name: expect.any(String),
      records: expect.any(Number),
    });
    expect(await workspaceTables(site, site.workspace_id, 'after')).toEqual(site.before);
    for (const rows of [
      site.before.webhook!,
      site.before.automation!,
      site.before.message_delivery!,
      site.before.import_job!,
      site.before.purge!,
    ])
      expect(rows.length).toBeGreaterThan(0);
    const { entries } = await site.other.audit.list(site.workspace_id, { limit: 1 });
    expect(entries).toMatchObject([
      { action: 'workspace.restored', actor: { type: 'operator' }, details: { as_of: expect.any(String) } },
    ]);
  });

  it('makes it again where it was removed, from a pipe', async () => {
    await removeWorkspace(site.rest, site.workspace_id);
    const [{ url }] = (await site.rest.sql<{ url: string }>('select current_database() as url')) as [{ url: string }];
    const target = new URL(site.second.url);
    target.pathname = `/${url}`;
    const run = await site.crm('--file -', { url: target.href, stdin: site.file.toString() }).run;
    expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^Restored /)]);
    expect(await workspaceTables(site.rest, site.workspace_id, 'after')).toEqual(site.before);
  });

  it('refuses a workspace that is there, and a file that cannot be read', async () => {
    const name = site.written('twice.ndjson');
    expect((await site.crm(`--file ${name}`).run).code).toBe(0);
    const again = await site.crm(`--file ${name}`).run;
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The workspace exists already.')]);
    expect((await site.crm('--file nothing.ndjson').run).stderr).toContain('cannot be read: ENOENT');
    expect((await site.crm('--file .').run).stderr).toContain('cannot be read: EISDIR');
  });

  it('sends nothing by itself, and goes on with the feed', async () => {
    await site.other.restores.restore(inPieces(site.file));
    const [due] = await site.sql<{ n: number }>(
      `select (select count(*) from message_delivery where finished_at is null)::int
         + (select count(*) from message where status = 'pending')::int
         + (select count(*) from webhook where status = 'active')::int
         + (select count(*) from automation where status = 'active')::int
         + (select count(*) from channel_account where status <> 'disconnected')::int as n`,
    );
    expect(due!.n).toBe(0);
    const caller = trustedClaim(site.workspace_id, { origin: 'cli', request_id: newId() });
    const actor = await site.other.access.authorize(caller, 'read:data');
    const head = await site.other.feed.position(site.workspace_id);
    expect(head).toBe(site.before.event!.length);
    await site.other.recordWriter.create(caller, 'companies', { data: { name: 'Later' }, path: 'data' });
    const { events } = await site.other.feed.read(actor, { after: String(head), limit: 10 });
    expect(events).toMatchObject([{ position: head + 1, kind: 'record.created' }]);
  });

  it('takes out who was deleted by the identity provider since', async () => {
    await site.other.restores.restore(inPieces(site.file));
    const members = async () =>
      (await site.other.workspaces.members(site.workspace_id)).map((member) => member.user_id);
    const [gone] = await members();
    await site.sql('update app_user set deactivated_at = now() where user_id = $1', [gone]);
    await removeWorkspace(site, site.workspace_id);
    await site.other.restores.restore(inPieces(site.file));
    expect(await members()).not.toContain(gone);
    await site.sql('update app_user set deactivated_at = null where user_id = $1', [gone]);
  });

  it('leaves a webhook switched off until it has a new secret', async () => {
    await site.other.restores.restore(inPieces(site.file));
    const caller = trustedClaim(site.workspace_id, { origin: 'cli', request_id: newId() });
    const actor = await site.other.access.authorize(caller, 'read:data');
    const [{ id }] = (await site.other.webhooks.list(actor)) as unknown as [{ id: { webhook_id: string } }];
    const switchOn = () => site.other.webhooks.update(actor, id.webhook_id, { status: 'active' });
    await expect(switchOn()).rejects.toThrow('Rotate the secret first');
    const { secret } = await site.other.webhooks.rotateSecret(actor, id.webhook_id, (_, text) => `sealed ${text}`);
    expect(await switchOn()).toMatchObject({ status: 'active' });
    const [row] = await site.sql('select secret, old_secret from webhook where webhook_id = $1', [id.webhook_id]);
    expect(row).toEqual({ secret: `sealed ${secret}`, old_secret: null });
  });
});
