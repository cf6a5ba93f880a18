import { randomUUID } from 'node:crypto';
import { Rest } from '../../support/rest.js';
import { KeyServer, rsaKey } from './key-server.js';
import { signToken } from './signed-token.js';
import { NEXT_SECRET, SECRET, WORKOS_SECRET, deliver, now, type Sending } from './webhooks.js';

const BASE_URL = 'http://localhost:3999';
export const ORG = 'org_harbour';

interface Known {
  email: string;
  name: string;
  role: string | null;
  active: boolean;
}

export const newPerson = () => `user_${randomUUID()}`;

/** The outcome that a taken delivery is answered with. */
export async function outcome(answer: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return (body as { data: { outcome: string } }).data.outcome;
}

/** The REST API with an identity provider that tells of its people, and a workspace for one of its organisations. */
export class WebhookReceiver {
  private constructor(
    readonly rest: Rest,
    private readonly keys: KeyServer,
    private readonly key: ReturnType<typeof rsaKey>,
  ) {}

  static async start(secrets: string[] | undefined = [NEXT_SECRET, SECRET, WORKOS_SECRET]): Promise<WebhookReceiver> {
    const key = rsaKey('k1');
    const keys = await KeyServer.start(key);
    const rest = await Rest.start({
      MCP_AUTH_URL: keys.url,
      BASE_URL,
      CONSOLE_CLIENT_ID: 'crm-console',
      CONSOLE_CLIENT_SECRET: 'a-secret-for-the-tests',
      IDENTITY_WEBHOOK_SECRET: secrets,
    });
    await rest.domain.workspaces.create({ name: 'Quiet Harbour', external_org_id: ORG });
    return new WebhookReceiver(rest, keys, key);
  }

  async stop(): Promise<void> {
    await this.rest.stop();
    await this.keys.stop();
  }

  get issuer(): string {
    return this.keys.url;
  }

  send(event: object | string, sending?: Sending) {
    return deliver(this.rest.url, event, sending);
  }

  /** What the CRM knows of a person, with their role in the organisation's workspace. */
  async known(subject: string): Promise<Known | undefined> {
    const [person] = await this.rest.sql<Omit<Known, 'role'> & { user_id: string }>(
      `select user_id, email, name, deactivated_at is null as active from app_user
        where issuer = $1 and subject = $2`,
      [this.issuer, subject],
    );
    if (!person) return undefined;
    const { user_id, ...known } = person;
    const [membership] = await this.rest.sql<{ role: string }>(
      `select m.role from membership m join workspace w on w.workspace_id = m.workspace_id
        where m.user_id = $1 and w.external_org_id = $2`,
      [user_id, ORG],
    );
    return { ...known, role: membership?.role ?? null };
  }

  /** Asks who they are, with an access token of theirs. */
  self(subject: string) {
    return this.rest.callerWith(`Bearer ${this.tokenOf(subject)}`).get('/v1/self');
  }

  private tokenOf(sub: string): string {
    const iat = now();
    const scope = 'openid user:org:read';
    const claims = { iss: this.issuer, aud: BASE_URL, sub, client_id: 'client-1', org_id: ORG, scope };
    const payload = { ...claims, jti: randomUUID(), iat, exp: iat + 300 };
    return signToken({ header: { alg: 'RS256', typ: 'at+jwt', kid: this.key.kid }, payload }, this.key.privateKey);
  }
}
