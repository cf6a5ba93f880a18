import { KeyServer, rsaKey, sendJson } from '../identity/support/key-server.js';
import { signToken } from '../identity/support/signed-token.js';
import { freePort } from '../support/free-port.js';
import { Rest } from '../support/rest.js';

const CLIENT = 'crm-console';
const BASE_URL = `http://127.0.0.1:${await freePort()}`;
const key = rsaKey('k1');
let provider: KeyServer;
let rest: Rest;
let claims: Record<string, unknown>;

beforeAll(async () => {
  provider = await KeyServer.start(key);
  const { url } = provider;
  provider.metadata = {
    issuer: url,
    jwks_uri: `${url}/jwks`,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    authorization_response_iss_parameter_supported: true,
    response_types_supported: ['code'],
  };
  provider.answer = (request, response) => {
    if (request.url !== '/token') return sendJson(response, { keys: [key.jwk] });
    const iat = Math.floor(Date.now() / 1000);
    const payload = { iss: url, aud: CLIENT, iat, exp: iat + 60, ...claims };
    const id_token = signToken({ header: { alg: 'RS256', kid: 'k1' }, payload }, key.privateKey);
    sendJson(response, { access_token: 'a', token_type: 'bearer', id_token });
  };
  rest = await Rest.start({
    MCP_AUTH_URL: url,
    BASE_URL,
    CONSOLE_CLIENT_ID: CLIENT,
    CONSOLE_CLIENT_SECRET: 'a-secret-for-the-tests',
  });
  const member = { workspace_id: rest.workspace_id, subject: 'user-1', email: 'ada@example.com', name: 'Ada' };
  await rest.domain.workspaces.addMember({ ...member, issuer: url });
});
afterAll(async () => {
  await rest.stop();
  await provider.stop();
});

/** Signs in with an ID token of such claims; gives the status, and the session's cookie if there is one. */
async function signInWith(change: Record<string, unknown>): Promise<{ status: number; session?: string }> {
  const begun = await fetch(`${rest.url}/console/sign-in`, { redirect: 'manual' });
  const asked = new URL(begun.headers.get('location')!).searchParams;
  const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
  claims = { sub: 'user-1', nonce: asked.get('nonce'), ...change };
  const answer = new URLSearchParams({ code: 'c', state: asked.get('state')!, iss: provider.url });
  const url = `${rest.url}/console/callback?${answer}`;
  const { status, headers } = await fetch(url, { redirect: 'manual', headers: { cookie } });
  return { status, session: headers.getSetCookie().find((set) => set.startsWith('crm-session=')) };
}

describe('a sign-in at the screens', () => {
  it.each(['user-1\0', '\0', '\ud800', 'user-1\udfff', '\ufffd', 'u'.repeat(256)])(
    'is refused for a subject that is unfit: %.20j',
    async (sub) => expect(await signInWith({ sub })).toEqual({ status: 403, session: undefined }),
  );

  it('breaks with no name, address or time, whatever stands in them', async () => {
    for (const value of ['\0', '\ud800', 'x'.repeat(5000), 7, [], {}]) {
      const { status } = await signInWith({ name: value, email: value, preferred_username: value });
      expect(status).toBe(303);
      expect((await signInWith({ auth_time: value })).status).toBe(value === 7 ? 303 : 403);
    }
  });

  it('is never newer than now, whatever the provider says of its time', async () => {
    for (const auth_time of [1e300, 8.64e12, Math.floor(Date.now() / 1000) + 86_400])
      expect((await signInWith({ auth_time })).status).toBe(303);
    const [row] = await rest.sql('select count(*)::int as ahead from console_session where auth_time > now()');
    expect(row).toEqual({ ahead: 0 });
  });
});
