import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDevToken, type DevTokenRequest } from '../../apps/dev-idp/src/dev-token.js';
import { openStore } from '../../apps/dev-idp/src/store/open-store.js';
import { freePort, startTestIdp, type TestIdp } from './support/dev-idp.js';
import { headerOf, HttpPerson, payloadOf, register } from './support/http-person.js';
import { ADA, NORTH, OTHER } from './support/memory-directory.js';

const folder = mkdtempSync(join(tmpdir(), 'dev-token-'));
const dataFile = join(folder, 'idp.sqlite');
let idp: TestIdp;

beforeAll(async () => {
  idp = await startTestIdp({ dataFile });
});
afterAll(async () => {
  await idp.close();
  rmSync(folder, { recursive: true });
});

/** As the command does it: a second process on the same file. */
async function make(change: Partial<DevTokenRequest> = {}): Promise<string> {
  const store = openStore(dataFile);
  try {
    const request = { workspace: NORTH.org_id, email: ADA.email, ...change };
    return await makeDevToken(request, { settings: idp.settings, store, directory: idp.directory });
  } finally {
    store.close();
  }
}

it('has the same header and the same claims as a real one', async () => {
  const real = await new HttpPerson(idp.issuer).connect(await register(idp.issuer), ADA.email, NORTH.org_id);
  const token = await make();
  expect(headerOf(token)).toEqual(headerOf(real.access_token));
  // Nobody was sent anywhere.
  const { client_redirect: _redirect, ...claims } = payloadOf(real.access_token);
  expect(Object.keys(payloadOf(token)).sort()).toEqual(Object.keys(claims).sort());
  await expect(idp.verifier().verify(token)).resolves.toMatchObject({
    subject: ADA.subject,
    client_id: 'crm-cli',
    client_name: 'crm-cli',
    org_id: NORTH.org_id,
    scopes: ['openid', 'profile', 'email', 'user:org:read'],
  });
});

it('is for the client, the audience and the workspace that were asked for', async () => {
  const audience = idp.settings.baseUrl;
  const token = await make({ client: 'my-client', audience, workspace: NORTH.workspace_id });
  await expect(idp.verifier(audience).verify(token)).resolves.toMatchObject({
    client_id: 'my-client',
    org_id: NORTH.org_id,
  });
});

it.each<[Partial<DevTokenRequest>, string]>([
  [{ email: 'nobody@example.com' }, 'Nobody with the address'],
  [{ workspace: OTHER.org_id }, 'is not a member of workspace org_3'],
  [{ audience: 'https://elsewhere.example' }, 'The audience must be https://mcp.crm.example/mcp or'],
])('is refused for %j', async (change, sentence) => {
  await expect(make(change)).rejects.toThrow(sentence);
});

it('can be made before the provider ever ran', async () => {
  const port = await freePort();
  const file = join(folder, 'fresh.sqlite');
  const store = openStore(file);
  const settings = { ...idp.settings, issuer: `http://127.0.0.1:${port}` };
  const request = { workspace: NORTH.org_id, email: ADA.email };
  const token = await makeDevToken(request, { settings, store, directory: idp.directory });
  store.close();
  const later = await startTestIdp({ dataFile: file, port });
  await expect(later.verifier().verify(token)).resolves.toMatchObject({ org_id: NORTH.org_id });
  await later.close();
});
