import { startTestIdp, type TestIdp } from './support/dev-idp.js';
import { headerOf, HttpPerson, payloadOf, refresh, register, type Client, type Tokens } from './support/http-person.js';
import { ADA, BOB, EVE, NORTH, OTHER, SOUTH } from './support/memory-directory.js';

let idp: TestIdp;
let client: Client;

beforeEach(async () => {
  idp = await startTestIdp();
  client = await register(idp.issuer);
});
afterEach(async () => {
  await idp.close();
  expect(idp.log).toEqual([]);
});

const connect = (email = ADA.email, org = NORTH.org_id, change = {}) =>
  new HttpPerson(idp.issuer).connect(client, email, org, change);
const json = async (response: Response) => (await response.json()) as Tokens;

describe('an access token', () => {
  it('says who, for whom, through what and in which workspace, as the contract has it', async () => {
    const { access_token, scope } = await connect();
    expect(scope).toBe('openid profile email user:org:read');
    expect(headerOf(access_token)).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) });
    const { iat, exp, jti, ...claims } = payloadOf(access_token);
    expect(claims).toEqual({
      iss: idp.issuer,
      aud: 'https://mcp.crm.example/mcp',
      sub: ADA.subject,
      azp: client.client_id,
      client_id: client.client_id,
      scope,
      org_id: NORTH.org_id,
      client_name: 'Test client',
      client_redirect: 'http://127.0.0.1:9/callback',
    });
    expect(Number(exp) - Number(iat)).toBe(900);
    expect(jti).toEqual(expect.any(String));
    await expect(idp.verifier().verify(access_token)).resolves.toMatchObject({ org_id: NORTH.org_id });
  });

  it('is for the REST API when that is asked for, and then not for the tool server', async () => {
    const { access_token } = await connect(ADA.email, NORTH.org_id, { resource: 'https://api.crm.example' });
    await expect(idp.verifier('https://api.crm.example').verify(access_token)).resolves.toBeDefined();
    await expect(idp.verifier().verify(access_token)).rejects.toMatchObject({ status: 401 });
  });

  it('is not what an ID token is', async () => {
    const { id_token } = await connect();
    await expect(idp.verifier(client.client_id).verify(id_token)).rejects.toMatchObject({
      reason: 'type is not accepted',
    });
  });

  it('names no workspace when that scope was not asked for, and is refused', async () => {
    const { access_token } = await connect(ADA.email, '', { scope: 'openid profile' });
    expect(payloadOf(access_token)).not.toHaveProperty('org_id');
    await expect(idp.verifier().verify(access_token)).rejects.toMatchObject({ reason: 'without scope user:org:read' });
  });

  it('names no workspace for somebody who has none', async () => {
    const { access_token } = await connect(EVE.email, '');
    const { org_id } = await idp.verifier().verify(access_token);
    expect(org_id).toBeUndefined();
  });

  it('is not made for anything else', async () => {
    const person = new HttpPerson(idp.issuer);
    await person.authorize(client, { resource: 'https://elsewhere.example' });
    expect(new URL(person.at).searchParams.get('error')).toBe('invalid_target');
  });
});

describe('a workspace', () => {
  const refusals: [string, string][] = [
    ['of somebody else', OTHER.org_id],
    ['that does not exist', 'org_0'],
    ['without a name', ''],
  ];
  it.each(refusals)('%s is refused in a forged form', async (_name, org) => {
    const person = new HttpPerson(idp.issuer);
    await person.authorize(client);
    await person.submit('login', { email: ADA.email, password: 'correct horse' });
    const response = await person.submit('consent', { workspace: org });
    expect(response.status).toBe(403);
    await expect(person.exchange(client)).rejects.toThrow('no code');
  });

  it('is not consented to where the password is asked for', async () => {
    const person = new HttpPerson(idp.issuer);
    await person.connect(client, ADA.email, NORTH.org_id);
    await person.authorize(client, { prompt: 'login consent' });
    expect((await person.submit('consent', { workspace: SOUTH.org_id })).status).toBe(400);
    await expect(person.exchange(client)).rejects.toThrow('no code');
  });

  it('is chosen anew with every consent, and earlier tokens stay where they are', async () => {
    const first = await connect(ADA.email, NORTH.org_id);
    const second = await connect(ADA.email, SOUTH.org_id);
    expect(payloadOf(second.access_token).org_id).toBe(SOUTH.org_id);
    const again = await json(await refresh(idp.issuer, client, first.refresh_token));
    expect(payloadOf(again.access_token).org_id).toBe(NORTH.org_id);
  });

  it('that somebody left ends the connection at the next refresh', async () => {
    const { refresh_token } = await connect();
    idp.directory.memberships.set(ADA.subject, [SOUTH]);
    const response = await refresh(idp.issuer, client, refresh_token);
    expect(response.status).toBe(400);
    await expect(json(response)).resolves.toMatchObject({ error: 'invalid_grant' });
  });

  it('that somebody left between consent and token is not in the token', async () => {
    const person = new HttpPerson(idp.issuer);
    await person.authorize(client);
    await person.submit('login', { email: BOB.email, password: 'correct horse' });
    await person.submit('consent', { workspace: OTHER.org_id });
    idp.directory.memberships.delete(BOB.subject);
    await expect(person.exchange(client)).resolves.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a refresh', () => {
  it('rotates the refresh token', async () => {
    const first = await connect();
    const second = await json(await refresh(idp.issuer, client, first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const third = await json(await refresh(idp.issuer, client, second.refresh_token));
    await expect(idp.verifier().verify(third.access_token)).resolves.toMatchObject({ org_id: NORTH.org_id });
  });

  it('works for five that come at once with the same token', async () => {
    const { refresh_token } = await connect();
    const responses = await Promise.all(Array.from({ length: 5 }, () => refresh(idp.issuer, client, refresh_token)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const last = await json(responses[4] as Response);
    expect((await refresh(idp.issuer, client, last.refresh_token)).status).toBe(200);
  });

  it('does not reach an audience nobody consented to', async () => {
    const { refresh_token } = await connect();
    const response = await refresh(idp.issuer, client, refresh_token, { resource: 'https://api.crm.example' });
    await expect(json(response)).resolves.toMatchObject({ error: 'invalid_target' });
  });

  it('is not for another client', async () => {
    const { refresh_token } = await connect();
    const other = await register(idp.issuer);
    await expect(json(await refresh(idp.issuer, other, refresh_token))).resolves.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('ends when the person was deactivated', async () => {
    const { refresh_token } = await connect();
    idp.directory.people.delete(ADA.subject);
    const response = await refresh(idp.issuer, client, refresh_token);
    await expect(json(response)).resolves.toMatchObject({ error: 'invalid_grant' });
  });

  it('ends when the client gave its token back', async () => {
    const { refresh_token } = await connect();
    const form = new URLSearchParams({ token: refresh_token, client_id: client.client_id });
    expect((await fetch(`${idp.issuer}/revoke`, { method: 'POST', body: form })).status).toBe(200);
    expect((await refresh(idp.issuer, client, refresh_token)).status).toBe(400);
  });
});

describe('a narrower refresh', () => {
  it('names no workspace when that scope is left out', async () => {
    const { refresh_token } = await connect();
    const { access_token } = await json(await refresh(idp.issuer, client, refresh_token, { scope: 'openid' }));
    expect(payloadOf(access_token)).not.toHaveProperty('org_id');
  });
});

describe('the time of sign-in', () => {
  it('is when the password was given, not when the connection was allowed', async () => {
    const person = new HttpPerson(idp.issuer);
    await person.authorize(client, { max_age: '3600' });
    await person.submit('login', { email: ADA.email, password: 'correct horse' });
    const signedIn = Math.floor(Date.now() / 1000);
    await new Promise((later) => setTimeout(later, 1100));
    await person.submit('consent', { workspace: NORTH.org_id });
    const { id_token } = await person.exchange(client);
    expect(payloadOf(id_token).auth_time).toBeLessThanOrEqual(signedIn);
  });
});

describe('a code', () => {
  it('is worth nothing without PKCE', async () => {
    const person = new HttpPerson(idp.issuer);
    await person.authorize(client, { code_challenge: '', code_challenge_method: '' });
    expect(new URL(person.at).searchParams.get('error')).toBe('invalid_request');
  });

  it('used twice kills what came of it', async () => {
    const person = new HttpPerson(idp.issuer);
    const { refresh_token } = await person.connect(client, ADA.email, NORTH.org_id);
    await expect(person.exchange(client)).resolves.toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(idp.issuer, client, refresh_token)).status).toBe(400);
  });
});

describe('a refresh token used again after the grace', () => {
  it('kills its whole family: one of the two holders stole it', async () => {
    const strict = await startTestIdp({ refreshGraceSeconds: 0 });
    const mine = await register(strict.issuer);
    const first = await new HttpPerson(strict.issuer).connect(mine, ADA.email, NORTH.org_id);
    const second = await json(await refresh(strict.issuer, mine, first.refresh_token));
    expect((await refresh(strict.issuer, mine, first.refresh_token)).status).toBe(400);
    expect((await refresh(strict.issuer, mine, second.refresh_token)).status).toBe(400);
    await strict.close();
  });
});
