import type { RecordWire } from '#crm-domain';
import { AutomationRunner } from '#crm-domain/events';
import { ViewMembers } from '../../libs/crm-domain/src/views/view-members.js';
import { JobQueue } from '#platform';
import { aRecord, anObject, readRecord, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest, withLongWaits } from '../support/rest.js';
import { WEBHOOKS_HERE, anAutomation, callOf, removeConsumers } from './support/automations.js';
import { Receiver } from './support/receiver.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

describe('automations of a workspace that has much to do', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    const alone = 'each process counts the runs that it has under way';
    rest = await Rest.start(WEBHOOKS_HERE, { alone, route: withLongWaits });
  });
  afterAll(() => rest.stop());
  beforeEach(async () => (object = await anObject(rest)));
  afterEach(() => removeConsumers(rest));

  /** A record of another workspace is made, and an automation there sets a value of it. */
  async function runElsewhere(): Promise<void> {
    const { admin } = rest.stranger;
    const actions = [{ type: 'set_values', values: { name: 'Set' } }];
    await admin
      .post('/v1/automations', { name: 'Other', kind: 'record.created', object: 'companies', actions })
      .expect(200);
    const { body } = await admin.post('/v1/records/companies', { data: { name: 'Made' } }).expect(200);
    const path = `/v1/records/companies/${body.data.id.record_id}`;
    await eventually(async () => (await admin.get(path)).body.data.values.name[0].value === 'Set');
  }

  it('are four at once, so that a run of another workspace does not wait for two hundred, and all of them come', async () => {
    const receiver = await Receiver.start();
    const answers: (() => void)[] = [];
    let [open, most, isHeld] = [0, 0, true];
    receiver.behaviour = (_, response) => {
      most = Math.max(most, ++open);
      response.once('close', () => open--);
      const answer = () => void response.writeHead(204).end();
      if (isHeld) answers.push(answer);
      else answer();
    };
    const call = await callOf(rest, receiver);
    for (let n = 0; n < 100; n++) await anAutomation(rest, object, { actions: [call] });
    for (let n = 0; n < 2; n++) await aRecord(rest, object);
    await eventually(() => open === 4);
    await runElsewhere();
    expect(most).toBe(4);
    isHeld = false;
    for (const answer of answers) answer();
    const done = `select count(*)::int as runs from automation_run where workspace_id = $1 and state = 'done'`;
    await eventually(async () => {
      await rest.sql('update automation set next_attempt_at = now() where next_attempt_at > now()');
      return (await rest.sql<{ runs: number }>(done, [rest.workspace_id]))[0]!.runs === 200;
    });
    expect(most).toBe(4);
    await receiver.stop();
  });

  it('write one at a time, so that those that wait for a lock leave the connections to others', async () => {
    const receiver = await Receiver.start();
    const answers: (() => void)[] = [];
    receiver.behaviour = (_, response) => void answers.push(() => void response.writeHead(204).end());
    const call = await callOf(rest, receiver);
    const actions = [call, { type: 'set_values', values: { name: 'Set' } }];
    const made: [AnObject, RecordWire][] = [];
    for (let n = 0; n < 4; n++) {
      const another = await anObject(rest);
      await anAutomation(rest, another, { actions });
      made.push([another, await aRecord(rest, another)]);
    }
    await eventually(() => answers.length >= 4);
    const blocker = await rest.pool.connect();
    await blocker.query('begin');
    const ids = made.map(([, { id }]) => id.record_id);
    await blocker.query('select 1 from record where workspace_id = $1 and record_id = any($2) for update', [
      rest.workspace_id,
      ids,
    ]);
    receiver.answerWith(204);
    for (const answer of answers) answer();
    await eventually(async () => (await waiting(rest)) > 0);
    await runElsewhere();
    const atOnce = await waiting(rest);
    await blocker.query('rollback');
    blocker.release();
    expect(atOnce).toBe(1);
    for (const [another, record] of made)
      await eventually(async () => (await readRecord(rest, another, record)).values.name!.length === 1);
    await receiver.stop();
  });

  it('leave their place in the middle of a page when their time is over', async () => {
    await rest.app.get(JobQueue).stop();
    const actions = [{ type: 'set_values', values: { name: 'Set' } }];
    const { id } = await anAutomation(rest, object, { actions });
    const records = [await aRecord(rest, object), await aRecord(rest, object)];
    const { db, feed, schemas, recordWriter, webhookDeliveries } = rest.domain;
    const viewMembers = new ViewMembers(db, rest.domain.recordQueries);
    const of = { feed, schemas, records: recordWriter, deliveries: webhookDeliveries, viewMembers };
    const means = {
      post: () => Promise.reject(new Error('Nobody calls.')),
      open: () => '',
      signal: new AbortController().signal,
    };
    const at = { workspace_id: rest.workspace_id, automation_id: id.automation_id };
    const names = async () =>
      (await Promise.all(records.map((record) => readRecord(rest, object, record)))).map(
        ({ values }) => values.name!.length,
      );
    const runner = new AutomationRunner(db, of, 0);
    expect([await runner.run(at, means), await names()]).toEqual([true, [1, 0]]);
    await runner.run(at, means);
    expect(await names()).toEqual([1, 1]);
  });
});

/** Statements that wait for a lock. */
async function waiting(rest: Rest): Promise<number> {
  const rows = await rest.sql(LOCK_WAITS);
  return rows.length;
}
