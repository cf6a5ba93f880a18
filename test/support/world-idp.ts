import { createPrivateKey, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { DevIdp } from '../../apps/dev-idp/src/server.js';
import { CONSOLE_SECRET, PASSWORD } from '../identity/support/dev-idp.js';

/** Where the services of a world are. */
export interface Places {
  issuer: string;
  baseUrl: string;
  mcpUrl: string;
  databaseUrl: string;
}

/** The identity provider of a world, and how its tokens are signed. */
export async function openIdp(
  places: Places,
  own: { dataFile: string; accessTokenSeconds: number },
  log: (error: unknown) => void,
) {
  // Loaded after jwks-rsa: Jest cannot load a module in both of its ways at the same moment.
  const { startDevIdp } = await import('../../apps/dev-idp/src/server.js');
  const { DirectoryStore } = await import('../../apps/dev-idp/src/directory/directory.store.js');
  const { openStore } = await import('../../apps/dev-idp/src/store/open-store.js');
  const { signingKey } = await import('../../apps/dev-idp/src/store/key.store.js');
  const { issuer, mcpUrl, baseUrl } = places;
  const secrets = { password: PASSWORD, consoleSecret: CONSOLE_SECRET, refreshGraceSeconds: 10 };
  const directory = new DirectoryStore(places.databaseUrl, issuer);
  const settings = { issuer, mcpUrl, baseUrl, port: Number(new URL(issuer).port), ...secrets, ...own };
  const running = await startDevIdp(settings, directory, log);
  const store = openStore(own.dataFile);
  const { kid, ...jwk } = signingKey(store);
  store.close();
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const header = { alg: 'RS256', typ: 'at+jwt', kid };
  const sign = (payload: object, audience: string) =>
    jwt.sign({ jti: randomUUID(), ...payload }, key, { algorithm: 'RS256', header, issuer, audience, expiresIn: 600 });
  const idp: DevIdp = { issuer, close: () => running.close().then(() => directory.close()) };
  return { idp, sign };
}
