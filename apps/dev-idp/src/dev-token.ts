import { createPrivateKey, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import jwt from 'jsonwebtoken';
import type { Directory, Person, Workspace } from './directory/directory.js';
import { accessClaims, IDENTITY_SCOPES } from './provider/access-claims.js';
import { allowedAudiences, type DevIdpPlaces } from './settings.js';
import { signingKey } from './store/key.store.js';

export interface DevTokenRequest {
  /** Workspace id, or the organisation id tokens carry. */
  workspace: string;
  email: string;
  client?: string;
  /** One of the audiences the provider knows; the tool server when it is left out. */
  audience?: string;
}

export interface DevTokenTools {
  settings: Pick<DevIdpPlaces, 'issuer' | 'mcpUrl' | 'baseUrl'>;
  store: DatabaseSync;
  directory: Directory;
}

const LIFETIME_SECONDS = 3600;

/**
 * Makes an access token without a browser, with the claims of a real one; a local command, nothing on the network.
 *
 * @throws Error with a sentence for the terminal
 */
export async function makeDevToken(
  request: DevTokenRequest,
  { settings, store, directory }: DevTokenTools,
): Promise<string> {
  const { client = 'crm-cli', audience = allowedAudiences(settings)[0] } = request;
  checkAudience(audience, settings);
  const person = await directory.findByEmail(request.email);
  if (!person) throw new Error(`Nobody with the address ${request.email} can sign in.`);
  const workspace = await findWorkspace(directory, person, request.workspace);
  const { kid, ...jwk } = signingKey(store);
  const payload = {
    ...accessClaims(client, { org_id: workspace.org_id, client_name: client }),
    client_id: client,
    scope: IDENTITY_SCOPES.join(' '),
  };
  return jwt.sign(payload, createPrivateKey({ key: jwk, format: 'jwk' }), {
    algorithm: 'RS256',
    header: { alg: 'RS256', typ: 'at+jwt', kid },
    issuer: settings.issuer,
    audience,
    subject: person.subject,
    jwtid: randomUUID(),
    expiresIn: LIFETIME_SECONDS,
  });
}

function checkAudience(audience: string, settings: DevTokenTools['settings']): void {
  const allowed = allowedAudiences(settings);
  if (!allowed.includes(audience)) throw new Error(`The audience must be ${allowed.join(' or ')}.`);
}

async function findWorkspace(directory: Directory, { subject, email }: Person, wanted: string): Promise<Workspace> {
  const workspaces = await directory.workspacesOf(subject);
  const found = workspaces.find(({ workspace_id, org_id }) => workspace_id === wanted || org_id === wanted);
  if (found) return found;
  const names = workspaces.map(({ workspace_id, name }) => `${workspace_id} (${name})`).join(', ') || 'none';
  throw new Error(`${email} is not a member of workspace ${wanted}. Workspaces of this person: ${names}.`);
}
