import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import {
  WEBHOOKS_HERE,
  anAutomation,
  callOf,
  removeConsumers,
  runsOf,
  settled,
  tryNow,
  type Made,
} from './support/automations.js';
import { Receiver } from './support/receiver.js';

describe('an automation that is changed while it runs', () => {
  let rest: Rest;
  let object: AnObject;
  let receiver: Receiver;
  beforeAll(async () => (rest = await Rest.start(WEBHOOKS_HERE)));
  afterAll(() => rest.stop());
  beforeEach(async () => ([object, receiver] = await Promise.all([anObject(rest), Receiver.start()])));
  afterEach(() => Promise.all([removeConsumers(rest), receiver.stop()]));

  /** The first call is answered by the function that this gives, all others at once. */
  function holdsTheFirst(first: number, others: number): () => void {
    let answer = () => undefined as void;
    receiver.behaviour = (_, response) => {
      if (receiver.received.length > 1) response.writeHead(others).end();
      else answer = () => void response.writeHead(first).end();
    };
    return () => answer();
  }

  const stateOf = async (automation: Made) => (await runsOf(rest, automation))[0]?.state;

  it('keeps what came of it although an older call fails afterwards', async () => {
    const answer = holdsTheFirst(500, 204);
    const automation = await anAutomation(rest, object, { actions: [await callOf(rest, receiver)] });
    await aRecord(rest, object);
    await eventually(() => receiver.received.length === 1);
    await rest.admin.patch(automation.path, { name: 'Renamed' }).expect(200);
    await eventually(async () => (await stateOf(automation)) === 'done');
    answer();
    // What is made after it is done after it.
    await aRecord(rest, object);
    await settled(rest, automation);
    await eventually(async () => (await runsOf(rest, automation)).length === 2);
    expect((await runsOf(rest, automation)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['done', 1],
      ['done', 1],
    ]);
  });

  it('does the actions it has now, although an older call succeeds afterwards', async () => {
    const note = await anAttribute(rest, object, { type: 'text' });
    const answer = holdsTheFirst(204, 503);
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, { actions: [call] });
    const record = await aRecord(rest, object);
    await eventually(() => receiver.received.length === 1);
    const set = { type: 'set_values', values: { [note.slug]: 'Added' } };
    await rest.admin.patch(automation.path, { actions: [call, set] }).expect(200);
    await eventually(async () => (await runsOf(rest, automation))[0]?.attempts === 1);
    answer();
    const other = await anAutomation(rest, object, { actions: [set] });
    const later = await aRecord(rest, object);
    await eventually(async () => (await readRecord(rest, object, later)).values[note.slug]!.length === 1);
    await rest.admin.delete(other.path).expect(200);
    expect(await stateOf(automation)).toBe('retrying');
    receiver.answerWith(204);
    await eventually(
      async () => (await tryNow(rest), (await readRecord(rest, object, record)).values[note.slug]!.length === 1),
    );
  });

  it.each([
    [{ status: 'disabled' }, 'The automation was switched off.'],
    [{ kind: 'record.updated' }, 'The automation was changed to follow others.'],
    [
      { object: 'companies', actions: [{ type: 'set_values', values: { name: 'x' } }] },
      'The automation was changed to follow others.',
    ],
  ])('goes on with nothing that waited before %j, and says so', async (change, error) => {
    receiver.answerWith(500);
    const automation = await anAutomation(rest, object, { actions: [await callOf(rest, receiver)] });
    await aRecord(rest, object);
    await eventually(async () => (await stateOf(automation)) === 'retrying');
    await rest.admin.patch(automation.path, change).expect(200);
    expect((await runsOf(rest, automation))[0]).toMatchObject({ state: 'stopped', error });
  });

  it('tries again nothing that fails after it was switched off', async () => {
    const answer = holdsTheFirst(500, 500);
    const automation = await anAutomation(rest, object, { actions: [await callOf(rest, receiver)] });
    await aRecord(rest, object);
    await eventually(() => receiver.received.length === 1);
    await rest.admin.patch(automation.path, { status: 'disabled' }).expect(200);
    answer();
    await eventually(async () => (await stateOf(automation)) === 'stopped');
  });

  it.each([
    ['another kind', [{ kind: 'record.updated' }], 1],
    ['another kind, with two actions', [{ kind: 'record.updated' }], 2],
    ['switched off and on', [{ status: 'disabled' }, { status: 'active' }], 1],
  ])('leaves nothing to wait for ever that fails late: %s', async (_, changes, actions) => {
    const answer = holdsTheFirst(500, 204);
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, { actions: Array(actions).fill(call) });
    await aRecord(rest, object);
    await eventually(() => receiver.received.length === 1);
    for (const change of changes) await rest.admin.patch(automation.path, change).expect(200);
    answer();
    const next = await aRecord(rest, object);
    await rest.admin.patch(pathTo(object, next), { data: { name: 'Changed' } }).expect(200);
    await eventually(async () => (await stateOf(automation)) === 'done');
    expect((await runsOf(rest, automation)).filter(({ state }) => state === 'retrying')).toEqual([]);
  });

  it('does not switch off a webhook for a 410 to a call from before it was changed', async () => {
    const answer = holdsTheFirst(410, 204);
    const call = await callOf(rest, receiver);
    const automation = await anAutomation(rest, object, { actions: [call] });
    await aRecord(rest, object);
    await eventually(() => receiver.received.length === 1);
    const path = `/v1/webhooks/${call.webhook_id}`;
    for (const status of ['disabled', 'active']) await rest.admin.patch(path, { status }).expect(200);
    answer();
    await eventually(async () => (await stateOf(automation)) === 'failed');
    expect((await rest.reader.get(path)).body.data.status).toBe('active');
  });

  it('tells its own call of an event from those of others, and is known again when it tries again', async () => {
    receiver.answerWith(500);
    const call = await callOf(rest, receiver);
    await rest.admin.patch(`/v1/webhooks/${call.webhook_id}`, { kinds: ['record.created'] }).expect(200);
    const two = [
      await anAutomation(rest, object, { actions: [call] }),
      await anAutomation(rest, object, { actions: [call] }),
    ];
    await aRecord(rest, object);
    await eventually(() => receiver.received.length >= 3);
    receiver.answerWith(204);
    await eventually(async () => {
      await tryNow(rest);
      return (await Promise.all(two.map(stateOf))).every((state) => state === 'done');
    });
    const calls = receiver.received.map(({ headers, body }) => {
      const { automation } = JSON.parse(body) as { automation?: { automation_id: string } };
      return [headers['webhook-id'], automation?.automation_id];
    });
    const ids = new Map(calls.map(([id, by]) => [by, id]));
    expect(new Set(calls.map(([id]) => id)).size).toBe(3);
    expect([...ids.keys()].sort()).toEqual([undefined, ...two.map(({ id }) => id.automation_id)].sort());
    expect(new Set(calls.map(String)).size).toBe(3);
  });
});
