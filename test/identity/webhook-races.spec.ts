import { WebhookReceiver, newPerson, ORG } from './support/webhook-receiver.js';
import { workos } from './support/webhooks.js';

const GATE = 4711;
let crm: WebhookReceiver;
beforeAll(async () => {
  crm = await WebhookReceiver.start();
  // Whoever writes a membership's note stops right before the end of the transaction while the gate is closed.
  await crm.rest.sql(`create function stop_at_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`);
  await crm.rest.sql(`create constraint trigger gate after insert on identity_membership deferrable initially deferred
    for each row execute function stop_at_gate()`);
});
afterAll(() => crm.stop());

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await new Promise((wake) => setTimeout(wake, 10));
}

async function waiting(): Promise<number> {
  const [row] = await crm.rest.sql<{ n: number }>(
    `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
  );
  return row!.n;
}

it('lets a membership and its person meet when they are told at the same moment', async () => {
  const subject = newPerson();
  const gate = await crm.rest.pool.connect();
  try {
    await gate.query('select pg_advisory_lock($1)', [GATE]);
    const membership = crm.send(workos.membership(subject, ORG)).expect(200).then();
    await until(async () => (await waiting()) === 1);
    let isAnswered = false;
    const person = crm
      .send(workos.user(subject))
      .expect(200)
      .then(() => (isAnswered = true));
    await until(async () => isAnswered || (await waiting()) === 2);
    await gate.query('select pg_advisory_unlock($1)', [GATE]);
    await Promise.all([membership, person]);
  } finally {
    gate.release(true);
  }
  expect(await crm.known(subject)).toMatchObject({ role: 'member' });
});
