import { randomUUID } from 'node:crypto';
import type { RecordWire } from '#crm-domain';
import type { AutomationWire, RunWire } from '#crm-domain/events';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';
import {
  WEBHOOKS_HERE,
  anAutomation,
  callOf,
  removeConsumers,
  runsOf,
  settled,
  tryNow,
} from './support/automations.js';
import { Receiver, verified } from './support/receiver.js';

const LONG = 'a'.repeat(70);

describe('/v1/automations', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => (rest = await Rest.start(WEBHOOKS_HERE)));
  afterAll(() => rest.stop());
  beforeEach(async () => (object = await anObject(rest)));
  afterEach(() => removeConsumers(rest));

  async function list(of: { slug: string }): Promise<RecordWire[]> {
    return (await rest.reader.get(`/v1/records/${of.slug}`).expect(200)).body.data as RecordWire[];
  }

  /** The id of the event that a record was made. */
  async function made(record: RecordWire): Promise<string> {
    const { body } = await rest.reader.get(`${pathTo(object, record)}/timeline`).expect(200);
    return body.data.at(-1).event_id as string;
  }

  it('takes members by e-mail address and name, in conditions as well, and keeps their ids', async () => {
    const { workspace_id } = rest;
    const join = (subject: string, name: string) =>
      rest.domain.workspaces.addMember({ workspace_id, subject, email: `${subject}@example.com`, name });
    const [{ user_id: first }, { user_id: second }] = [await join('first', 'Fay First'), await join('second', 'Sam')];
    const owner = await anAttribute(rest, object, { type: 'actor-reference' });
    const automation = await anAutomation(rest, object, {
      condition: [{ attribute: owner.slug, operator: 'in', value: ['First@example.com', second] }],
      actions: [{ type: 'set_values', values: { [owner.slug]: 'sam' } }],
    });
    const { body } = await rest.reader.get(automation.path).expect(200);
    expect(body.data.condition).toMatchObject([{ value: [first, second] }]);
    expect(body.data.actions).toMatchObject([{ values: { [owner.slug]: { type: 'user', id: second } } }]);
    const record = await aRecord(rest, object, { [owner.slug]: 'Fay First' });
    await settled(rest, automation);
    expect((await readRecord(rest, object, record)).values[owner.slug]).toMatchObject([{ actor_reference_id: second }]);
    for (const [wrong, path] of [
      [{ condition: [{ attribute: owner.slug, operator: 'eq', value: 'nobody@example.com' }] }, 'condition[0].value'],
      [{ actions: [{ type: 'set_values', values: { [owner.slug]: 'Nobody' } }] }, `actions[0].values.${owner.slug}`],
      [{ actions: [{ type: 'set_values', values: { [owner.slug]: 'me' } }] }, `actions[0].values.${owner.slug}`],
    ] as const) {
      const answer = await rest.admin.patch(automation.path).send(wrong);
      expect([answer.status, pathsOf(answer)]).toEqual([400, [path]]);
    }
  });

  it('sets values when the condition holds, as the system and by its name in the timeline', async () => {
    const size = await anAttribute(rest, object, { type: 'number' });
    const note = await anAttribute(rest, object, { type: 'text' });
    const automation = await anAutomation(rest, object, {
      condition: [{ attribute: size.slug, operator: 'gte', value: 100 }],
      actions: [{ type: 'set_values', values: { [note.slug]: 'A large one' } }],
    });
    const [small, large] = [
      await aRecord(rest, object, { [size.slug]: 5 }),
      await aRecord(rest, object, { [size.slug]: 500 }),
    ];
    await settled(rest, automation);

    expect((await readRecord(rest, object, small)).values[note.slug]).toEqual([]);
    const { values } = await readRecord(rest, object, large);
    expect(values[note.slug]).toMatchObject([{ value: 'A large one', created_by: { type: 'system', id: null } }]);
    expect(await runsOf(rest, automation)).toMatchObject([
      { record_id: large.id.record_id, state: 'done', attempts: 1, error: null },
    ]);
    const { body } = await rest.reader.get(`${pathTo(object, large)}/timeline`);
    expect(body.data[0]).toMatchObject({
      kind: 'record.updated',
      actor: { type: 'system', name: 'Test automation' },
      via: { origin: 'system', automation_id: automation.id.automation_id, depth: 1 },
    });
  });

  it.each([
    ['eq', 'select', 'Red', 'Red', 'Blue'],
    ['in', 'text', ['a', 'b'], 'B', 'c'],
    ['starts_with', 'text', 'exa', 'Example', 'Sample'],
    ['contains', 'text', 'amp', 'Example', 'Other'],
    ['lt', 'date', '2026-01-01', '2025-12-31', '2026-01-01'],
    ['is_not_empty', 'checkbox', undefined, true, null],
    ['is_empty', 'checkbox', undefined, null, false],
    ['eq', 'checkbox', true, true, false],
    // Longer than what is kept in the index.
    ['starts_with', 'text', LONG, `${LONG.toUpperCase()} and more`, `${LONG.slice(0, -1)}b`],
    ['eq', 'text', LONG, LONG.toUpperCase(), `${LONG}b`],
    ['in', 'text', [LONG, 'q'], 'Q', `${LONG}b`],
    // Looks at what is kept in the index alone: the first 64 characters.
    ['contains', 'text', 'needle', `${'a'.repeat(58)}Needle and more`, `${'a'.repeat(59)}Needle`],
    ['eq', 'website', `example.com/${LONG}`, `https://www.example.com/${LONG}/`, `example.com/${LONG}b`],
    [
      'starts_with',
      'personal-name',
      `${LONG} E`,
      { first_name: LONG, last_name: 'Ex' },
      { first_name: LONG, last_name: 'D' },
    ],
  ])('knows the condition %s on %s as the record filter does', async (operator, type, value, yes, no) => {
    const options = type === 'select' ? { options: [{ title: 'Red' }, { title: 'Blue' }] } : {};
    const { slug } = await anAttribute(rest, object, { type, ...options });
    const automation = await anAutomation(rest, object, {
      condition: [{ attribute: slug, operator, ...(value !== undefined && { value }) }],
      actions: [{ type: 'set_values', values: { name: 'met' } }],
    });
    const [met, unmet] = [await aRecord(rest, object, { [slug]: yes }), await aRecord(rest, object, { [slug]: no })];
    await settled(rest, automation);
    const found = await rest.reader.post(`/v1/records/${object.slug}/query`, {
      filter: [{ attribute: slug, operator, ...(value !== undefined && { value }) }],
    });
    expect((found.body.data as RecordWire[]).map(({ id }) => id.record_id)).toEqual([met.id.record_id]);
    expect((await runsOf(rest, automation)).map((run) => run.record_id)).toEqual([met.id.record_id]);
    expect((await readRecord(rest, object, unmet)).values.name).toEqual([]);
  });

  it('means the same options and stages after they have another title', async () => {
    const options = [{ title: 'Red' }, { title: 'Blue' }, { title: 'Green' }];
    const colour = await anAttribute(rest, object, { type: 'select', options });
    const tags = await anAttribute(rest, object, { type: 'multi-select', options });
    const automation = await anAutomation(rest, object, {
      condition: [{ attribute: colour.slug, operator: 'in', value: ['Red', 'Green'] }],
      actions: [
        { type: 'set_values', values: { [tags.slug]: ['Blue', 'Green'] } },
        { type: 'create_record', object: object.slug, values: { [colour.slug]: 'Blue' } },
      ],
    });
    for (const attribute of [colour, tags]) {
      const path = `${object.path}/attributes/${attribute.slug}/options`;
      const { body } = await rest.reader.get(path).expect(200);
      for (const { id, title } of body.data)
        await rest.admin.patch(`${path}/${id.option_id}`, { title: `New ${title}` }).expect(200);
    }
    const record = await aRecord(rest, object, { [colour.slug]: 'New Green' });
    await settled(rest, automation);

    expect(await runsOf(rest, automation)).toMatchObject([{ state: 'done', record_id: record.id.record_id }]);
    const { values } = await readRecord(rest, object, record);
    expect(values[tags.slug]).toMatchObject([{ option: { title: 'New Blue' } }, { option: { title: 'New Green' } }]);
    const made = (await list(object)).filter(({ values }) => values[tags.slug]!.length === 0);
    expect(made.map(({ values }) => values[colour.slug])).toMatchObject([[{ option: { title: 'New Blue' } }]]);
  });

  it('creates a record once, however often the run is repeated', async () => {
    const target = await anObject(rest);
    const automation = await anAutomation(rest, object, {
      kind: 'RecordDeletedEvent',
      condition: [{ attribute: 'name', operator: 'eq', value: 'Gone' }],
      actions: [{ type: 'create_record', object: target.slug, values: { name: 'Follow up' } }],
    });
    for (const name of ['Gone', 'Other'])
      await rest.admin.delete(pathTo(object, await aRecord(rest, object, { name }))).expect(200);
    await settled(rest, automation);
    expect(await list(target)).toHaveLength(1);
    // As if the process had died between the action and its note. Whoever still has it in hand would note where it came
    // to.
    await rest.sql('delete from automation_run');
    const back = 'update automation set position = 0 where automation_id = $1 and lease_owner is null returning 1';
    await eventually(async () => (await rest.sql(back, [automation.id.automation_id])).length === 1);
    rest.domain.db.eventSignal.raise(rest.workspace_id);
    await settled(rest, automation);
    expect(await runsOf(rest, automation)).toMatchObject([{ state: 'done' }]);
    expect(await list(target)).toHaveLength(1);
  });

  it('sends the event to a webhook, whatever that one listens to', async () => {
    const receiver = await Receiver.start();
    const hook = { url: `${receiver.url}/in`, kinds: ['object.deleted'] };
    const { body } = await rest.admin.post('/v1/webhooks', hook).expect(200);
    const { webhook_id } = body.data.id as { webhook_id: string };
    const automation = await anAutomation(rest, object, { actions: [{ type: 'call_webhook', webhook_id }] });
    const record = await aRecord(rest, object, { name: 'Called' });
    await settled(rest, automation);
    const sent = verified(receiver.received[0]!, body.data.secret as string);
    expect(sent).toMatchObject({
      type: 'record.created',
      data: { subject: { id: record.id.record_id } },
      automation: { automation_id: automation.id.automation_id, name: 'Test automation' },
    });
    await receiver.stop();
  });

  it('tries again as late as the endpoint asks with Retry-After, also later than by itself', async () => {
    const receiver = await Receiver.start();
    receiver.answerWith(503, { 'Retry-After': '7200' });
    const automation = await anAutomation(rest, object, { actions: [await callOf(rest, receiver)] });
    await aRecord(rest, object);
    const pause = async () => {
      const text = `select attempts, extract(epoch from next_attempt_at - now())::int as seconds from automation where automation_id = $1`;
      const [row] = await rest.sql<{ attempts: number; seconds: number }>(text, [automation.id.automation_id]);
      return row!;
    };
    await eventually(async () => (await pause()).attempts === 1);
    const { seconds } = await pause();
    expect(seconds).toBeGreaterThan(7200 - 120);
    expect(seconds).toBeLessThanOrEqual(7200);
    await receiver.stop();
  });

  it('tries again what fails for a while, and says so', async () => {
    const receiver = await Receiver.start();
    receiver.answerWith(500);
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, { actions: [call] });
    await aRecord(rest, object);
    await eventually(async () => (await runsOf(rest, automation))[0]?.state === 'retrying');
    expect((await runsOf(rest, automation))[0]).toMatchObject({ attempts: 1, error: 'actions[0]: Answered 500.' });
    receiver.answerWith(200);
    await eventually(async () => {
      await tryNow(rest);
      return (await runsOf(rest, automation))[0]?.state === 'done';
    });
    await receiver.stop();
  });

  it('does not do again, when it is tried again, what it has done: what a person wrote meanwhile stays', async () => {
    const receiver = await Receiver.start();
    receiver.answerWith(500);
    const note = await anAttribute(rest, object, { type: 'text' });
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, {
      actions: [{ type: 'set_values', values: { [note.slug]: 'Automatic' } }, call],
    });
    const record = await aRecord(rest, object);
    await eventually(async () => (await runsOf(rest, automation))[0]?.state === 'retrying');
    await rest.admin.patch(pathTo(object, record), { data: { [note.slug]: 'By hand' } }).expect(200);
    receiver.answerWith(200);
    await eventually(async () => {
      await tryNow(rest);
      return (await runsOf(rest, automation))[0]?.state === 'done';
    });
    expect((await readRecord(rest, object, record)).values[note.slug]).toMatchObject([{ value: 'By hand' }]);
    await receiver.stop();
  });

  it('goes on where it stopped, though its own first action has made the condition untrue', async () => {
    const receiver = await Receiver.start();
    receiver.answerWith(500);
    const note = await anAttribute(rest, object, { type: 'text' });
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, {
      condition: [{ attribute: note.slug, operator: 'is_empty' }],
      actions: [{ type: 'set_values', values: { [note.slug]: 'Seen' } }, call],
    });
    await aRecord(rest, object);
    await eventually(async () => (await runsOf(rest, automation))[0]?.state === 'retrying');
    receiver.answerWith(200);
    await tryNow(rest);
    await settled(rest, automation);
    expect(await runsOf(rest, automation)).toMatchObject([{ state: 'done', attempts: 2 }]);
    expect(receiver.received).toHaveLength(2);
    await receiver.stop();
  });

  it.each([
    [400, 'failed'],
    [410, 'failed'],
    [429, 'retrying'],
  ])('takes an endpoint at its word: %d is %s', async (status, state) => {
    const receiver = await Receiver.start();
    receiver.answerWith(status);
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, {
      actions: [call],
    });
    await aRecord(rest, object);
    await eventually(async () => (await runsOf(rest, automation))[0]?.state === state);
    const webhook = await rest.reader.get(`/v1/webhooks/${call.webhook_id}`).expect(200);
    expect(webhook.body.data.status).toBe(status === 410 ? 'disabled' : 'active');
    await rest.admin.delete(automation.path).expect(200);
    await receiver.stop();
  });

  it('does not call a webhook that is switched off', async () => {
    const receiver = await Receiver.start();
    const call = await callOf(rest, receiver);
    await rest.admin.patch(`/v1/webhooks/${call.webhook_id}`, { status: 'disabled' }).expect(200);
    const automation = await anAutomation(rest, object, { actions: [call] });
    await aRecord(rest, object);
    await settled(rest, automation);
    expect(await runsOf(rest, automation)).toMatchObject([
      { state: 'stopped', error: 'actions[0]: The webhook is switched off.' },
    ]);
    expect(receiver.received).toEqual([]);
    await receiver.stop();
  });

  it('is made only by who may read and write what it reads and writes', async () => {
    for (const capabilities of [['write:schema'], ['write:schema', 'read:data']] as const) {
      const key = await rest.newCaller(rest.workspace_id, capabilities);
      const actions = [{ type: 'set_values', values: { name: 'Copy' } }];
      const input = { name: 'Copy', kind: 'record.created', object: object.slug, actions };
      expectError(await key.post('/v1/automations', input), 403);
    }
  });

  it('stops two that set each other off after eight, with an error that can be seen', async () => {
    const counter = await anAttribute(rest, object, { type: 'text' });
    const actions = (value: string) => [{ type: 'set_values', values: { [counter.slug]: value } }];
    const when = (value: string) => [{ attribute: counter.slug, operator: 'eq', value }];
    const ping = await anAutomation(rest, object, {
      kind: 'record.updated',
      condition: when('ping'),
      actions: actions('pong'),
    });
    const pong = await anAutomation(rest, object, {
      kind: 'record.updated',
      condition: when('pong'),
      actions: actions('ping'),
    });
    const record = await aRecord(rest, object);
    await rest.admin.patch(pathTo(object, record), { data: { [counter.slug]: 'ping' } }).expect(200);
    await eventually(async () =>
      [...(await runsOf(rest, ping)), ...(await runsOf(rest, pong))].some((run) => run.state === 'stopped'),
    );
    const all = [...(await runsOf(rest, ping)), ...(await runsOf(rest, pong))];
    expect(all.filter((run) => run.state === 'done')).toHaveLength(8);
    expect(all.find((run) => run.state === 'stopped')!.error).toContain('8 automations');
  });

  it('stops what multiplies after two hundred runs that one change has set off, and lets the next change run', async () => {
    const make = { type: 'create_record', object: object.slug, values: { name: 'One more' } };
    const automation = await anAutomation(rest, object, { actions: [make, make, make] });
    const root = await made(await aRecord(rest, object));
    const done = `select count(*)::int as done from automation_run where root_event_id = $1 and state = 'done'`;
    await eventually(async () => (await runsOf(rest, automation))[0]?.state === 'stopped');
    await settled(rest, automation);
    expect(await rest.sql(done, [root])).toEqual([{ done: 200 }]);
    const [{ error }] = (await runsOf(rest, automation)) as [RunWire];
    expect(error).toBe('Stopped: after one change, automations triggered each other 200 times.');

    const next = await made(await aRecord(rest, object));
    await eventually(async () => (await rest.sql<{ done: number }>(done, [next]))[0]!.done > 0);
  });

  it('notes a refusal and goes on with the next event', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'text', is_unique: true });
    const automation = await anAutomation(rest, object, {
      actions: [{ type: 'set_values', values: { [slug]: 'only one' } }],
    });
    for (const name of ['a', 'b']) await aRecord(rest, object, { name });
    await settled(rest, automation);
    const [second, first] = await runsOf(rest, automation);
    expect([first!.state, second!.state]).toEqual(['done', 'failed']);
    expect(second!.error).toContain(slug);
  });

  it('does nothing while it is switched off, nor afterwards for what happened then', async () => {
    const automation = await anAutomation(rest, object, {
      actions: [{ type: 'set_values', values: { name: 'set' } }],
      status: 'disabled',
    });
    await aRecord(rest, object);
    const { body } = await rest.admin.patch(automation.path, { status: 'active' }).expect(200);
    expect(body.data).toMatchObject({ status: 'active', disabled_reason: null });
    const later = await aRecord(rest, object);
    await settled(rest, automation);
    expect((await runsOf(rest, automation)).map((run) => run.record_id)).toEqual([later.id.record_id]);
  });

  it('does nothing for what happened while it was switched off, though it was busy at the time', async () => {
    const receiver = await Receiver.start();
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, { actions: [call] });
    let answer = () => undefined as void;
    receiver.behaviour = (_, response) => void (answer = () => void response.writeHead(204).end());
    const first = await aRecord(rest, object);
    await eventually(() => receiver.received.length === 1);
    await rest.admin.patch(automation.path, { status: 'disabled' }).expect(200);
    await aRecord(rest, object);
    await rest.admin.patch(automation.path, { status: 'active' }).expect(200);
    receiver.behaviour = (_, response) => void response.writeHead(204).end();
    answer();
    await eventually(async () => (await runsOf(rest, automation)).length > 0);
    const last = await aRecord(rest, object);
    await settled(rest, automation);
    expect((await runsOf(rest, automation)).map((run) => run.record_id)).toEqual([
      last.id.record_id,
      first.id.record_id,
    ]);
    await receiver.stop();
  });

  it('leaves its other actions to whoever has taken it over meanwhile', async () => {
    const receiver = await Receiver.start();
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, {
      actions: [call, { type: 'set_values', values: { name: 'set' } }],
    });
    let answer = () => undefined as void;
    receiver.behaviour = (_, response) => void (answer = () => void response.writeHead(204).end());
    const record = await aRecord(rest, object, { name: 'As it was' });
    await eventually(() => receiver.received.length === 1);
    const taken = `update automation set lease_owner = $2, lease_until = now() + interval '1 hour' where automation_id = $1`;
    await rest.sql(taken, [automation.id.automation_id, randomUUID()]);
    const other = await anAutomation(rest, object, { actions: [{ type: 'set_values', values: { name: 'other' } }] });
    answer();
    const later = await aRecord(rest, object, { name: 'Later' });
    await eventually(async () => (await runsOf(rest, other)).some((run) => run.record_id === later.id.record_id));
    expect((await readRecord(rest, object, record)).values.name).toMatchObject([{ value: 'As it was' }]);
    expect(await runsOf(rest, automation)).toEqual([]);
    await receiver.stop();
  });

  it('is gone on with, by whoever takes it over, where somebody ended in the middle', async () => {
    const receiver = await Receiver.start();
    // The first is never answered: as if whoever called had ended there.
    receiver.behaviour = (_, response) => void (receiver.received.length > 1 && response.writeHead(204).end());
    const call = await callOf(rest, receiver);
    const note = await anAttribute(rest, object, { type: 'text' });
    const automation = await anAutomation(rest, object, {
      condition: [{ attribute: note.slug, operator: 'is_empty' }],
      actions: [{ type: 'set_values', values: { [note.slug]: 'Seen' } }, call],
    });
    await aRecord(rest, object);
    await eventually(() => receiver.received.length === 1);
    const { automation_id } = automation.id;
    await rest.sql('update automation set lease_owner = null, lease_until = null where automation_id = $1', [
      automation_id,
    ]);
    const called: string[] = [];
    const means = {
      post: async ({ url }: { url: string }) => (called.push(url), { http_status: 204, error: null }),
      open: () => `whsec_${Buffer.alloc(24).toString('base64')}`,
      signal: new AbortController().signal,
    };
    await rest.domain.automationRunner.run({ workspace_id: rest.workspace_id, automation_id }, means);
    // Or the service has found it free before.
    await eventually(async () => (await runsOf(rest, automation))[0]?.state === 'done');
    expect(called.length + receiver.received.length).toBe(2);
    await receiver.stop();
  });

  it('has both changes when two change it at once', async () => {
    const automation = await anAutomation(rest, object, { actions: [{ type: 'set_values', values: { name: 'set' } }] });
    for (let n = 0; n < 10; n++) {
      const actions = [{ type: 'set_values', values: { name: `set ${n}` } }];
      await Promise.all([
        rest.admin.patch(automation.path, { name: `Number ${n}` }).expect(200),
        rest.admin.patch(automation.path, { actions }).expect(200),
        rest.admin.patch(automation.path, { kind: n % 2 ? 'record.created' : 'record.restored' }).expect(200),
      ]);
      const { data } = (await rest.reader.get('/v1/automations')).body as { data: AutomationWire[] };
      expect(data[0]).toMatchObject({
        name: `Number ${n}`,
        actions,
        kind: n % 2 ? 'record.created' : 'record.restored',
      });
    }
  });

  it('runs for writes through any door, and keeps what the caller did not name on a change', async () => {
    const automation = await anAutomation(rest, object, { actions: [{ type: 'set_values', values: { name: 'set' } }] });
    const { body } = await rest.admin.patch(automation.path, { name: 'Renamed' }).expect(200);
    expect(body.data).toMatchObject({ name: 'Renamed', actions: automation.actions, kind: 'record.created' });
    const { body: gone } = await rest.admin.delete(automation.path).expect(200);
    expect(gone.data.name).toBe('Renamed');
    expectError(await rest.reader.get(`${automation.path}/runs`), 404);
  });

  const set = { type: 'set_values', values: { name: 'x' } };
  it.each([
    [{ kind: 'object.created', actions: [set] }, ['kind']],
    [{ actions: [] }, ['actions']],
    [{ actions: [{ type: 'explode' }] }, ['actions[0].type']],
    [{ actions: [{ type: 'set_values' }] }, ['actions[0].values']],
    [{ actions: [{ type: 'set_values', values: {} }] }, ['actions[0].values']],
    [{ actions: [{ ...set, object: 'people' }] }, ['actions[0].object']],
    [{ actions: [{ type: 'set_values', values: { unicorn: 1 } }] }, ['actions[0].values.unicorn']],
    [{ actions: [{ type: 'create_record', object: 'people', values: { name: 5 } }] }, ['actions[0].values.name']],
    [{ kind: 'RecordDeletedEvent', actions: [set] }, ['actions[0].type']],
    [{ actions: [set], condition: [{ attribute: 'unicorn', operator: 'eq', value: 1 }] }, ['condition[0].attribute']],
    [{ actions: [set], condition: [{ attribute: 'name', operator: 'gte', value: 'a' }] }, ['condition[0].operator']],
    [{ actions: [set], condition: [{ attribute: 'name', operator: 'contains', value: 5 }] }, ['condition[0].value']],
    [{ name: ' ', actions: [set] }, ['name']],
  ])('refuses %j and saves nothing', async (input, paths) => {
    const before = (await rest.reader.get('/v1/automations')).body;
    const preset = { name: 'Wrong', kind: 'record.created', object: 'companies' };
    expect(pathsOf(await rest.admin.post('/v1/automations', { ...preset, ...input }))).toEqual(paths);
    expect((await rest.reader.get('/v1/automations')).body).toEqual(before);
  });

  it('is refused where each of its runs would be', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'text', is_required: true });
    const input = { name: 'Wrong', kind: 'record.created', object: object.slug };
    const emptied = [{ type: 'set_values', values: { [slug]: null } }];
    const answer = await rest.admin.post('/v1/automations', { ...input, actions: emptied });
    expect(pathsOf(answer)).toEqual([`actions[0].values.${slug}`]);
    const archived = await anObject(rest);
    await rest.admin.patch(archived.path, { archived_at: '2026-01-01T00:00:00Z' }).expect(200);
    const making = [{ type: 'create_record', object: archived.slug, values: {} }];
    expect(pathsOf(await rest.admin.post('/v1/automations', { ...input, actions: making }))).toEqual([
      'actions[0].object',
    ]);
  });

  it('does not know an object or a webhook that is not there', async () => {
    const input = { name: 'Wrong', kind: 'record.created', object: 'unicorns', actions: [set] };
    expect(pathsOf(await rest.admin.post('/v1/automations', input))).toEqual(['object']);
    const make = [{ type: 'create_record', object: 'unicorns', values: {} }];
    const making = { ...input, object: 'people', actions: make };
    expect(pathsOf(await rest.admin.post('/v1/automations', making))).toEqual(['actions[0].object']);
    const call = [{ type: 'call_webhook', webhook_id: randomUUID() }];
    const calling = { ...input, object: 'people', actions: call };
    expect(pathsOf(await rest.admin.post('/v1/automations', calling))).toEqual(['actions[0].webhook_id']);
  });

  it('is hidden from other workspaces', async () => {
    const { path } = await anAutomation(rest, object, { actions: [set], status: 'disabled' });
    const missing = `/v1/automations/${randomUUID()}`;
    const theirs = rest.stranger.admin;
    await expectHidden(rest, theirs.get(`${path}/runs`), theirs.get(`${missing}/runs`));
    await expectHidden(rest, theirs.patch(path, { name: 'Mine' }), theirs.patch(missing, { name: 'Mine' }));
    await expectHidden(rest, theirs.delete(path), theirs.delete(missing));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/automations'),
    'read:data',
  );
});
