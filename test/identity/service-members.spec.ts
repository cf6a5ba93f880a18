import { type IdentityChange } from '#crm-domain/operations';
import { newId } from '#platform';
import { Visitor } from '../console/support/visitor.js';
import { toolErrorOf } from '../mcp/support/wire.js';
import { eventually } from '../support/eventually.js';
import { World, type Home } from '../support/world.js';
import { postJson } from './support/http-person.js';

const SCOPE = 'openid user:org:read';

interface Service {
  client_id: string;
  client_secret: string;
  user_id: string;
}

let world: World;
let admin: Visitor;
beforeAll(async () => {
  world = await World.start();
  admin = await Visitor.signedIn(world, world.ada);
});
afterAll(async () => {
  await world.stop();
  expect(world.idpErrors).toEqual([]);
});

async function registered(body: object = {}): Promise<Record<string, unknown>> {
  const wanted = { client_name: 'Night shift', grant_types: ['client_credentials'], ...body };
  return (await (await postJson(`${world.places.issuer}/register`, wanted)).json()) as Record<string, unknown>;
}

/** A service with its client at the identity provider. */
async function aService(name: string, homes: Home[] = [world.north]): Promise<Service> {
  const { client_id, client_secret } = (await registered()) as { client_id: string; client_secret: string };
  const member = { issuer: world.places.issuer, subject: client_id, email: '', name, service_client_id: client_id };
  const added = [];
  for (const { workspace_id } of homes)
    added.push(await world.domain.workspaces.addMember({ ...member, workspace_id }));
  return { client_id, client_secret, user_id: added[0]!.user_id };
}

async function asked({ client_id, client_secret }: Omit<Service, 'user_id'>, more: Record<string, string> = {}) {
  const response = await fetch(`${world.places.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE, ...more }),
  });
  return { status: response.status, ...((await response.json()) as { access_token: string; error?: string }) };
}
const tokenOf = async (service: Service, more?: Record<string, string>) => (await asked(service, more)).access_token;
const statusOf = async (token: string) => (await world.mcp(token)).status;
const connectionOf = async ({ user_id }: Service, { workspace_id } = world.north) =>
  (await world.domain.connections.list(workspace_id, user_id))[0]!;
const create = async (token: string, name: string) =>
  world.call(token, 'create_record', { object: 'companies', values: { name } });
const pathOf = async (service: Service) =>
  `/console/connections/${world.north.workspace_id}/${(await connectionOf(service)).connection_id}`;
const entries = async (action: string) =>
  (await world.domain.audit.list(world.north.workspace_id, { limit: 100, action })).entries;

describe('a service member', () => {
  it('comes with a token that its client got for itself, and can read', async () => {
    const service = await aService('Reader');
    const token = await tokenOf(service);
    expect(await statusOf(token)).toBe(200);
    const { members } = (await world.call(token, 'list_members')).json.result.structuredContent as {
      members: object[];
    };
    const me = { user_id: service.user_id, name: 'Reader', email: '', role: 'service', is_me: true };
    expect(members).toContainEqual(me);
    expect(toolErrorOf(await create(token, 'Refused'))).toMatchObject({ code: 'forbidden' });
    const overRest = await tokenOf(service, { resource: world.places.baseUrl });
    await world.rest(overRest).get('/v1/objects').expect(200);
    await world
      .rest(overRest)
      .post('/v1/objects')
      .send({ slug: 'x', singular_noun: 'X', plural_noun: 'Xs' })
      .expect(403);
  });

  it('is shown to admins alone, who decide what it may do, on the same screen as about their own clients', async () => {
    const service = await aService('Raised');
    const token = await tokenOf(service);
    const bob = await Visitor.signedIn(world, world.bob);
    expect(await bob.read('/console/connections')).not.toContain('Raised');
    expect(await admin.read('/console/connections')).toContain('Raised');
    expect(toolErrorOf(await create(token, 'Asked'))).toMatchObject({ reason: 'capability_missing' });
    await eventually(async () => (await connectionOf(service)).asked?.tier === 'write');
    expect(await admin.read('/console')).toContain((await connectionOf(service)).connection_id);
    expect(await bob.read('/console')).not.toContain((await connectionOf(service)).connection_id);
    const [path, version] = [await pathOf(service), (await connectionOf(service)).version];
    expect((await bob.post(`${path}/tier`, { tier: 'write', version: String(version) })).status).toBe(404);
    expect((await bob.post(`${path}/revoke`, { version: String(version) })).status).toBe(404);
    expect((await admin.post(`${path}/tier`, { tier: 'write', version: String(version) })).status).toBe(303);
    expect((await create(token, 'By a service')).json.result.isError).toBeFalsy();
    expect((await admin.post(`${path}/revoke`, { version: String(version + 1) })).status).toBe(303);
    expect(await statusOf(token)).toBe(401);
    expect((await admin.post(`${path}/restore`, { version: String(version + 2) })).status).toBe(303);
    expect(await statusOf(token)).toBe(200);
    expect(toolErrorOf(await create(token, 'Reads again'))).toMatchObject({ code: 'forbidden' });
  });

  it('is removed by an admin: it is refused at once, and can only read when it is added again', async () => {
    const service = await aService('Removed');
    const token = await tokenOf(service);
    const { connection_id } = await connectionOf(service);
    await world.domain.connections.setTier(world.north.workspace_id, connection_id, 'send');
    expect((await create(token, 'Before')).json.result.isError).toBeFalsy();
    const path = `/console/connections/${world.north.workspace_id}/services`;
    const bob = await Visitor.signedIn(world, world.bob);
    expect((await bob.post(`${path}/${service.user_id}/remove`, {})).status).toBe(403);
    expect((await admin.post(`${path}/${world.bob.user_id}/remove`, {})).status).toBe(404);
    expect((await admin.post(`${path}/${service.user_id}/remove`, {})).status).toBe(303);
    expect(await statusOf(token)).toBe(401);
    expect(await asked(service)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await admin.read('/console/connections')).not.toContain('Removed</h3>');
    const again = { issuer: world.places.issuer, subject: service.client_id, email: '', name: 'Removed' };
    const { workspace_id } = world.north;
    await world.domain.workspaces.addMember({ ...again, workspace_id, service_client_id: service.client_id });
    expect(toolErrorOf(await create(token, 'Refused'))).toMatchObject({ code: 'forbidden' });
  });

  it('stands in the audit log: who added it, what it was allowed and by whom, and its end', async () => {
    const service = await aService('Audited');
    const { connection_id, version } = await connectionOf(service);
    await admin.post(`${await pathOf(service)}/tier`, { tier: 'send', version: String(version) });
    expect(await admin.read('/console/connections')).toContain('It drafts and sends nothing');
    const path = `/console/connections/${world.north.workspace_id}/services/${service.user_id}/remove`;
    await admin.post(path, {});
    const byAda = { actor: { type: 'user', id: world.ada.user_id }, through: 'console' };
    const [byOperator, subject] = [
      { actor: { type: 'operator' }, through: 'cli' },
      { type: 'user', id: service.user_id, name: 'Audited' },
    ];
    const details = { role: 'member', service_client_id: service.client_id };
    expect((await entries('member.added'))[0]).toMatchObject({ ...byOperator, subject, details });
    const connection = { type: 'connection', id: connection_id };
    expect((await entries('connection.created'))[0]).toMatchObject({ ...byOperator, subject: connection });
    expect((await entries('connection.access_changed'))[0]).toMatchObject({ ...byAda, subject: connection });
    expect((await entries('member.removed'))[0]).toMatchObject({ ...byAda, subject });
  });

  it('serves several workspaces, each by a token that names it', async () => {
    const service = await aService('Everywhere', [world.north, world.south]);
    expect(await asked(service)).toMatchObject({ status: 400, error: 'invalid_request' });
    for (const { workspace_id } of [world.north, world.south]) {
      const token = await tokenOf(service, { organization: workspace_id });
      expect(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())).toMatchObject({
        sub: service.client_id,
        azp: service.client_id,
        org_id: workspace_id,
      });
      expect(await statusOf(token)).toBe(200);
    }
    const strange = await asked(service, { organization: 'org_elsewhere' });
    expect(strange).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('has no inbox, and never signs in to the console', async () => {
    const service = await aService('Unseen');
    const token = await tokenOf(service);
    const { conversations } = (await world.call(token, 'list_conversations')).json.result.structuredContent as {
      conversations: object[];
    };
    expect(conversations).toEqual([]);
    const { issuer } = world.places;
    const { signIns } = world.domain;
    const opening = signIns.open({ issuer, subject: service.client_id, auth_time: new Date() });
    await expect(opening).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('is never an admin', async () => {
    const { client_id: subject, user_id } = await aService('Promoted');
    const { workspace_id } = world.north;
    const told = { kind: 'membership' as const, subject, org_id: workspace_id, data: null, at: new Date() };
    await world.domain.identities.apply(world.places.issuer, newId(), { ...told, role: 'admin' });
    const roles = await world.sql(`select role from membership where user_id = $1`, [user_id]);
    expect(roles).toEqual([{ role: 'member' }]);
    await world.domain.identities.apply(world.places.issuer, newId(), { ...told, role: null });
    expect(await world.sql(`select role from membership where user_id = $1`, [user_id])).toEqual([]);
    const member = {
      workspace_id: world.north.workspace_id,
      subject: 's',
      email: '',
      name: 'S',
      role: 'admin' as const,
    };
    const adding = world.domain.workspaces.addMember({ ...member, service_client_id: 's' });
    await expect(adding).rejects.toMatchObject({ kind: 'validation' });
  });
});

describe('a service of which the identity provider tells', () => {
  it('joins no workspace by that, and keeps its name', async () => {
    const { client_id: subject, user_id } = await aService('Told of');
    const { issuer } = world.places;
    const at = new Date(Date.now() + 60_000);
    const tell = (change: object) =>
      world.domain.identities.apply(issuer, newId(), { subject, at, ...change } as IdentityChange);
    await world.domain.workspaces.removeService(world.north.workspace_id, user_id, world.ada.user_id);
    for (const { workspace_id: org_id } of [world.north, world.south])
      await tell({ kind: 'membership', org_id, data: null, role: 'admin' });
    await tell({ kind: 'user_saved', data: { email: 'ada@example.com', name: 'Ada' } });
    expect(await world.sql('select role from membership where user_id = $1', [user_id])).toEqual([]);
    const known = await world.sql('select name, email from app_user where user_id = $1', [user_id]);
    expect(known).toEqual([{ name: 'Told of', email: '' }]);
  });
});

describe('a token of a service and one of a person', () => {
  it('stand for nobody else: the subject and the client have to belong together', async () => {
    const service = await aService('Pinned');
    const { client_id } = service;
    const at = (sub: string, client: string, claims = {}) =>
      statusOf(world.token({ subject: sub }, { client, claims }));
    expect(await at(client_id, client_id)).toBe(200);
    expect(await at(client_id, 'client-of-somebody')).toBe(401);
    expect(await at(world.ada.subject, world.ada.subject)).toBe(401);
    expect(await at(client_id, client_id, { azp: 'other' })).toBe(401);
    expect(await at(client_id, client_id, { org_id: world.south.workspace_id })).toBe(401);
    // A person who signs in through the client of a service is themselves, with a connection of their own.
    const own = world.token(world.bob, { client: client_id });
    expect(await statusOf(own)).toBe(200);
    expect(await world.connectionOf(world.bob, client_id)).toMatchObject({ tier: 'read', service_name: null });
  });

  it('are refused for claims that name nobody', async () => {
    const { client_id } = await aService('Hostile');
    const wrong = [
      { sub: undefined },
      { sub: [client_id] },
      { sub: '' },
      { sub: `${client_id}\u0000` },
      { sub: { $ne: null } },
      { azp: undefined, client_id: undefined },
      { azp: [client_id] },
      { azp: `${client_id} `, client_id: `${client_id} ` },
      { client_id: client_id.toUpperCase(), azp: client_id.toUpperCase() },
      { org_id: undefined },
      { org_id: [world.north.workspace_id, world.south.workspace_id] },
      { org_id: "' or true --" },
      { scope: 'openid' },
    ];
    for (const claims of wrong)
      expect([claims, await statusOf(world.token({ subject: client_id }, { client: client_id, claims }))]).toEqual([
        claims,
        401,
      ]);
  });

  it('never turn one into the other by being added again', async () => {
    const { client_id } = await aService('Kept');
    const { workspace_id } = world.north;
    const person = { workspace_id, issuer: world.places.issuer, email: 'x@example.com', name: 'X' };
    const adding = (subject: string, service_client_id?: string) =>
      world.domain.workspaces.addMember({ ...person, subject, ...(service_client_id && { service_client_id }) });
    const known = { kind: 'conflict' };
    await expect(adding(client_id)).rejects.toMatchObject(known);
    await expect(adding(client_id, 'another-client')).rejects.toMatchObject(known);
    await expect(adding(world.ada.subject, world.ada.subject)).rejects.toMatchObject(known);
  });
});

describe('the development identity provider', () => {
  it('registers a client for itself alone, with a secret', async () => {
    expect(await registered()).toMatchObject({ grant_types: ['client_credentials'], redirect_uris: [] });
    expect(await registered({ token_endpoint_auth_method: 'none' })).toMatchObject({
      error: 'invalid_client_metadata',
    });
    const both = { grant_types: ['authorization_code', 'client_credentials'], redirect_uris: ['http://127.0.0.1:9/'] };
    expect(await registered(both)).toMatchObject({ grant_types: ['authorization_code'] });
  });

  it('gives no workspace to a client that nobody added, nor to one with a wrong secret', async () => {
    const client = (await registered()) as unknown as Service;
    expect(await asked(client)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await asked({ ...client, client_secret: 'wrong' })).toMatchObject({ status: 401, error: 'invalid_client' });
  });
});
