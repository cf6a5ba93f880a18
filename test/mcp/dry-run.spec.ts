import type { DryRun } from '#crm-domain/writes';
import { databaseState } from '../support/database-state.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

describe('dry_run', () => {
  let world: World;
  let tools: Toolbox;
  beforeAll(async () => {
    world = await World.start();
    tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'send' })).token);
  });
  afterAll(() => world.stop());

  /** Calls it dry, which changes no table, and then in earnest with the digest. */
  async function both(name: string, args: object) {
    // What was written before gets its place in the feed now, and not while this looks.
    await world.domain.feed.sequence();
    const before = await databaseState(world);
    const dry = await tools.result(name, { ...args, dry_run: true });
    expect(await databaseState(world)).toEqual(before);
    const { digest, ...shown } = dry.dry_run as DryRun;
    const done = await tools.result(name, { ...args, expect_digest: digest });
    expect(done.dry_run).toBeUndefined();
    return { shown, dry, done };
  }

  it('is an argument of every tool that writes, as expect_digest is, and of no other', async () => {
    const { tools: listed } = (await world.mcp(tools.token)).json.result as {
      tools: { name: string; inputSchema: { properties: object } }[];
    };
    for (const argument of ['dry_run', 'expect_digest']) {
      const taking = listed.filter(({ inputSchema }) => argument in inputSchema.properties);
      expect(taking.map(({ name }) => name).sort()).toEqual([...tools.writers].sort());
    }
  });

  it('shows what a record would become, and has just that done', async () => {
    const at = { object: 'companies' };
    const made = await both('create_record', { ...at, values: { name: 'Tried' } });
    expect(made.shown).toMatchObject({ events: ['record.created'], automations: [] });
    const { record_id } = made.done.id;
    const update = { ...at, record_id, values: { name: 'Done' }, format: 'concise' };
    const { shown, done } = await both('update_record', update);
    expect(shown.changes).toEqual([
      { object: 'companies', record_id, attribute: 'name', before: [{ value: 'Tried' }], after: [{ value: 'Done' }] },
    ]);
    expect(done.values.name).toBe('Done');
    const gone = await both('delete_record', { ...at, record_id });
    expect(gone.shown.events).toEqual(['RecordDeletedEvent']);
  });

  it('refuses a write that would do something else, as a version that does not match', async () => {
    const { id } = await tools.result('create_record', { object: 'companies', values: { name: 'First' } });
    const update = { object: 'companies', record_id: id.record_id, values: { name: 'Second' } };
    const { dry_run } = await tools.result('update_record', { ...update, dry_run: true });
    await tools.result('update_record', { ...update, values: { name: 'Between' } });
    const failure = await tools.failure('update_record', { ...update, expect_digest: dry_run.digest });
    expect(failure).toMatchObject({ code: 'version_mismatch', reason: 'digest_mismatch' });
  });

  it('shows of a message what would be sent to whom, and sends nothing', async () => {
    const letter = { channel: 'gmail', subject: 'Hello', body: 'Dear you', to: ['you@example.com'] };
    const draft = await both('create_draft', letter);
    const { draft_id } = draft.done;
    await both('update_draft', { draft_id, cc: ['other@example.com'] });
    const { shown, dry, done } = await both('send_message', { draft_id });
    expect([dry.status, done.status]).toEqual(['not_sent', 'accepted']);
    const field = (attribute: string, after: unknown, before: unknown = null) => ({
      object: null,
      record_id: null,
      attribute,
      before,
      after,
      subject: { type: 'message', id: draft_id },
    });
    expect(shown.events).toEqual(['message.queued']);
    expect(shown.changes).toEqual(
      expect.arrayContaining([
        field('status', 'pending', 'draft'),
        field('to', ['you@example.com']),
        field('cc', ['other@example.com']),
        field('subject', 'Hello'),
        field('body', 'Dear you'),
      ]),
    );
    const other = await tools.result('create_draft', letter);
    await both('delete_draft', { draft_id: other.draft_id });
  });
});
