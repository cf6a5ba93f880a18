import { createServer, type Server } from 'node:http';
import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { openDomain } from '#auth';
import type { World } from '../dataset/world.js';

/** Of the tokens; both tool servers are told. */
export const AUDIENCE = 'bench-tools';
/** The same of the REST API, at which the same people read their inbox. */
export const BASE_URL = 'http://localhost';

const CLIENT = 'bench';
const KID = 'bench';
const LIFETIME = '12h';

/** Stands for an identity provider: one document that is its metadata and its keys. */
export interface Issuer {
  issuer: string;
  key: KeyObject;
  stop(): void;
}

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: KID, use: 'sig', alg: 'RS256' }];
  const server = createServer((_request, response) => response.end(JSON.stringify({ ...metadata(server), keys })));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { issuer } = metadata(server);
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { issuer, key: privateKey, stop };
}

function metadata(server: Server) {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { issuer, jwks_uri: issuer, authorization_endpoint: issuer, token_endpoint: issuer };
}

/** Gives each workspace a member with an access token and a connection that reads, and keeps both with the world. */
export async function letPeopleIn(url: string, worlds: World[], { issuer, key }: Issuer): Promise<void> {
  const domain = await openDomain(url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    for (const world of worlds) {
      const { workspace_id } = world;
      const subject = `tools-${world.records}`;
      const person = { workspace_id, issuer, subject, email: 'tools@example.com', name: 'Theo Tools' };
      const { user_id } = await domain.workspaces.addMember(person);
      const identity = { issuer, subject, client_id: CLIENT, org_id: workspace_id };
      const caller = await domain.connections.identify(identity, { origin: 'mcp', request_id: randomUUID() });
      await domain.connections.admit(caller, identity, null);
      world.person = { user_id, client_id: CLIENT, access_token: signed(key, identity) };
      await pool.query('update bench_world set world = $2 where records = $1', [world.records, JSON.stringify(world)]);
    }
  } finally {
    await pool.end();
    await domain.close();
  }
}

function signed(key: KeyObject, { issuer, subject, client_id, org_id }: Record<string, string>): string {
  const claims = { azp: client_id, client_id, org_id, scope: 'openid profile email user:org:read', jti: randomUUID() };
  const header = { alg: 'RS256', typ: 'at+jwt', kid: KID };
  const audience = [AUDIENCE, BASE_URL];
  const options = { algorithm: 'RS256', header, issuer, subject, audience, expiresIn: LIFETIME } as const;
  return jwt.sign(claims, key, options);
}
