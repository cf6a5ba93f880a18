import { expectError } from '../support/answers.js';
import { expectNothingChanged } from '../support/database-state.js';
import { ORG, WebhookReceiver, newPerson, outcome } from './support/webhook-receiver.js';
import { clerk, later, workos } from './support/webhooks.js';

const USER = '(select user_id from app_user where subject = $1)';
let crm: WebhookReceiver;
beforeAll(async () => {
  crm = await WebhookReceiver.start();
});
afterAll(() => crm.stop());

describe('people', () => {
  it('are made and changed as the provider says', async () => {
    const subject = newPerson();
    expect(await outcome(crm.send(clerk.user(subject, 'Ines', { type: 'user.created' })))).toBe('applied');
    expect(await crm.known(subject)).toEqual({
      email: 'ines@example.com',
      name: 'Ines Falk',
      role: null,
      active: true,
    });
    expect(await outcome(crm.send(clerk.user(subject, 'Inga')))).toBe('applied');
    expect(await crm.known(subject)).toMatchObject({ email: 'inga@example.com', name: 'Inga Falk' });
  });

  it('keep what is newer when an older change comes late', async () => {
    const subject = newPerson();
    const older = clerk.user(subject, 'Older');
    await crm.send(clerk.user(subject, 'Newer')).expect(200);
    expect(await outcome(crm.send(older))).toBe('outdated');
    expect(await crm.known(subject)).toMatchObject({ name: 'Newer Falk' });
  });

  it('who are deleted lose token, connection and session at the next request, for good', async () => {
    const subject = newPerson();
    const late = clerk.user(subject, 'Late', { at: Date.now() + 60_000 });
    await crm.send(clerk.membership(subject, ORG)).expect(200);
    await crm.self(subject).expect(200);
    const auth_time = new Date();
    const session = await crm.rest.domain.signIns.open({ issuer: crm.issuer, subject, auth_time });
    const screen = () => crm.rest.callerWith().get('/console/connections').set('Cookie', `crm-session=${session}`);
    await screen().expect(200);
    expect(await outcome(crm.send(clerk.userDeleted(subject)))).toBe('applied');
    expectError(await crm.self(subject), 401);
    await screen().expect(303);
    expect(await outcome(crm.send(late))).toBe('outdated');
    await crm.send(clerk.membership(subject, ORG)).expect(200);
    expectError(await crm.self(subject), 401);
  });

  it('who were deleted before anything else was told stay deleted', async () => {
    const subject = newPerson();
    await crm.send(clerk.userDeleted(subject)).expect(200);
    expect(await outcome(crm.send(clerk.user(subject, 'Ines', { type: 'user.created' })))).toBe('outdated');
    expect(await crm.known(subject)).toMatchObject({ active: false });
  });
});

describe('people who were deleted and are added again by an operator', () => {
  const SECOND = 'org_quay';
  let subject: string;
  let second: string;
  beforeAll(async () => {
    subject = newPerson();
    second = (await crm.rest.domain.workspaces.create({ name: 'Second Quay', external_org_id: SECOND })).workspace_id;
    for (const org of [ORG, SECOND]) await crm.send(clerk.membership(subject, org)).expect(200);
    await crm.self(subject).expect(200);
    await crm.rest.sql(`update connection set access = 3 where user_id = ${USER}`, [subject]);
    await crm.send(clerk.userDeleted(subject)).expect(200);
    expect(await outcome(crm.send(clerk.membership(subject, SECOND)))).toBe('outdated');
    await addAgain(subject);
    await crm.send(clerk.user(subject, 'Ines')).expect(200);
  });

  async function addAgain(person: string): Promise<void> {
    const [home] = await crm.rest.sql<{ workspace_id: string }>(
      'select workspace_id from workspace where external_org_id = $1',
      [ORG],
    );
    const { issuer } = crm;
    const again = { workspace_id: home!.workspace_id, issuer, email: 'ines@example.com', name: 'Ines' };
    await crm.rest.domain.workspaces.addMember({ ...again, subject: person });
  }

  function homesOf(person: string) {
    const sql = `select w.external_org_id from membership m join workspace w on w.workspace_id = m.workspace_id
      where m.user_id = ${USER}`;
    return crm.rest.sql(sql, [person]);
  }

  it('are members of that workspace alone', async () => {
    expect(await homesOf(subject)).toEqual([{ external_org_id: ORG }]);
  });

  it('are neither brought back to others nor removed by what the provider tells late', async () => {
    const person = newPerson();
    const [early, known, removed, gone] = [
      clerk.membership(person, SECOND),
      clerk.user(person, 'Early'),
      clerk.membership(person, ORG, { type: 'deleted' }),
      clerk.userDeleted(person),
    ];
    expect(await outcome(crm.send(gone))).toBe('applied');
    await addAgain(person);
    for (const late of [early, known, removed, gone]) expect(await outcome(crm.send(late))).toBe('outdated');
    expect(await homesOf(person)).toEqual([{ external_org_id: ORG }]);
    expect(await crm.known(person)).toMatchObject({ name: 'Ines', active: true });
    expect(await outcome(crm.send(clerk.membership(person, SECOND)))).toBe('applied');
  });

  it('find their connections able to read', async () => {
    expect((await crm.self(subject).expect(200)).body.data.capabilities).toEqual(['read:data']);
  });

  it('were removed from each workspace in its audit log, once', async () => {
    const { entries } = await crm.rest.domain.audit.list(second, { limit: 10, action: 'member.removed' });
    expect(entries).toHaveLength(1);
  });
});

describe('memberships', () => {
  it('are added with the person, changed and removed', async () => {
    const subject = newPerson();
    expect(await outcome(crm.send(clerk.membership(subject, ORG)))).toBe('applied');
    expect(await crm.known(subject)).toEqual({
      email: 'ines@example.com',
      name: 'Ines Falk',
      role: 'member',
      active: true,
    });
    await crm.self(subject).expect(200);
    await crm.send(clerk.membership(subject, ORG, { type: 'updated', role: 'org:admin' })).expect(200);
    expect(await crm.known(subject)).toMatchObject({ role: 'admin' });
    await crm.send(clerk.membership(subject, ORG, { type: 'deleted', role: 'org:admin' })).expect(200);
    expect(await crm.known(subject)).toMatchObject({ role: null });
    expectError(await crm.self(subject), 401);
  });

  it('do not come back by a delivery from before their removal', async () => {
    const subject = newPerson();
    const added = clerk.membership(subject, ORG);
    // Removals carry the membership as it was: only the event says when.
    await crm.send(clerk.membership(subject, ORG, { type: 'deleted', at: later() - 5000, told: later() })).expect(200);
    expect(await outcome(crm.send(added))).toBe('outdated');
    expect(await crm.known(subject)).toBeUndefined();
    expect(await outcome(crm.send(clerk.membership(subject, ORG)))).toBe('applied');
    await crm.self(subject).expect(200);
  });

  it('that are renewed find their connections able to read, and revoked ones revoked', async () => {
    const subject = newPerson();
    await crm.send(clerk.membership(subject, ORG)).expect(200);
    await crm.self(subject).expect(200);
    await crm.rest.sql(`update connection set access = 3 where user_id = ${USER}`, [subject]);
    expect((await crm.self(subject).expect(200)).body.data.capabilities).toEqual(['read:data', 'write:data']);
    await crm.send(clerk.membership(subject, ORG, { type: 'deleted' })).expect(200);
    await crm.send(clerk.membership(subject, ORG)).expect(200);
    expect((await crm.self(subject).expect(200)).body.data.capabilities).toEqual(['read:data']);
    await crm.rest.sql(`update connection set revoked_at = now() where user_id = ${USER}`, [subject]);
    await crm.send(clerk.membership(subject, ORG, { type: 'deleted' })).expect(200);
    await crm.send(clerk.membership(subject, ORG)).expect(200);
    expectError(await crm.self(subject), 401);
  });

  it('of organisations without a workspace are ignored', async () => {
    await expectNothingChanged(crm.rest, async () => {
      expect(await outcome(crm.send(clerk.membership(newPerson(), 'org_elsewhere')))).toBe('ignored');
    });
  });

  it('wait for a person whom the provider names by id alone', async () => {
    const subject = newPerson();
    expect(await outcome(crm.send(workos.membership(subject, ORG, { role: 'admin' })))).toBe('applied');
    expect(await crm.known(subject)).toBeUndefined();
    expect(await outcome(crm.send(workos.user(subject)))).toBe('applied');
    expect(await crm.known(subject)).toEqual({ email: 'bo@example.com', name: 'Bo', role: 'admin', active: true });
  });

  it('that are pending or inactive are none', async () => {
    const subject = newPerson();
    await crm.send(workos.user(subject)).expect(200);
    await crm.send(workos.membership(subject, ORG, { status: 'pending' })).expect(200);
    expect(await crm.known(subject)).toMatchObject({ role: null });
    await crm.send(workos.membership(subject, ORG, { event: 'updated' })).expect(200);
    expect(await crm.known(subject)).toMatchObject({ role: 'member' });
    await crm.send(workos.membership(subject, ORG, { event: 'updated', status: 'inactive' })).expect(200);
    expect(await crm.known(subject)).toMatchObject({ role: null });
    await crm.send(workos.user(subject, 'user.deleted')).expect(200);
    expect(await crm.known(subject)).toMatchObject({ active: false });
  });
});
