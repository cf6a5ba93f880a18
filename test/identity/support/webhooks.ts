import { createHmac, randomUUID } from 'node:crypto';
import request, { type Test } from 'supertest';

export const SECRET = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;
export const NEXT_SECRET = `whsec_${Buffer.from('the one that comes after').toString('base64')}`;
export const WORKOS_SECRET = 'workos-secret-for-tests';

export interface Sending {
  id?: string;
  /** Seconds since 1970. */
  time?: number;
  secret?: string;
  /** `webhook`, or `svix` as Clerk sends it. */
  prefix?: string;
  /** In place of the right one. */
  signature?: string;
  /** What arrives in place of what was signed. */
  arrives?: string;
}

export const now = () => Math.floor(Date.now() / 1000);

export function sign(body: string, { id, time, secret = SECRET }: Pick<Sending, 'id' | 'time' | 'secret'>): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
}

/** Signs and sends as Standard Webhooks say. */
export function deliver(url: string, event: object | string, sending: Sending = {}): Test {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const { id = `msg_${randomUUID()}`, time = now(), secret = SECRET, prefix = 'webhook' } = sending;
  const signature = sign(body, { id, time, secret });
  return request(url)
    .post('/webhooks/identity')
    .set('Content-Type', 'application/json')
    .set(`${prefix}-id`, id)
    .set(`${prefix}-timestamp`, String(time))
    .set(`${prefix}-signature`, sending.signature ?? signature)
    .send(sending.arrives ?? body);
}

/** Signs and sends as WorkOS does. */
export function deliverAsWorkos(
  url: string,
  event: object | string,
  time = String(Date.now()),
  secret = WORKOS_SECRET,
): Test {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return request(url)
    .post('/webhooks/identity')
    .set('Content-Type', 'application/json')
    .set('WorkOS-Signature', `t=${time}, v1=${signature}`)
    .send(body);
}

let clock = Date.now() - 100_000;
/** Later than every time before. */
export const later = (): number => (clock += 10);

interface MembershipChange {
  type?: string;
  role?: string;
  at?: number;
  /** When it happened, where that is not when the membership last changed. */
  told?: number;
}

/** Events as Clerk documents them; `at` is milliseconds since 1970. */
export const clerk = {
  user: (id: string, first_name: string, { type = 'user.updated', at = later() } = {}) => ({
    object: 'event',
    type,
    timestamp: at + 5,
    data: {
      object: 'user',
      id,
      first_name,
      last_name: 'Falk',
      primary_email_address_id: 'idn_2',
      email_addresses: [
        { id: 'idn_1', email_address: 'old@example.com' },
        { id: 'idn_2', email_address: `${first_name}@Example.com` },
      ],
      created_at: at,
      updated_at: at,
    },
  }),
  userDeleted: (id: string) => ({
    object: 'event',
    type: 'user.deleted',
    timestamp: later(),
    data: { object: 'user', id, deleted: true },
  }),
  membership: (
    user_id: string,
    org: string,
    { type = 'created', role = 'org:member', at = later(), told }: MembershipChange = {},
  ) => ({
    object: 'event',
    type: `organizationMembership.${type}`,
    timestamp: told ?? at,
    data: {
      object: 'organization_membership',
      id: 'orgmem_1',
      role,
      organization: { object: 'organization', id: org, name: 'Quiet Harbour' },
      public_user_data: { user_id, first_name: 'Ines', last_name: 'Falk', identifier: 'ines@example.com' },
      created_at: at,
      updated_at: at,
    },
  }),
};

/** Events as WorkOS documents them. */
export const workos = {
  user: (id: string, event = 'user.created') => ({
    id: `event_${randomUUID()}`,
    event,
    created_at: new Date(later()).toISOString(),
    data: { object: 'user', id, email: 'bo@example.com', first_name: 'Bo', last_name: null, updated_at: iso() },
  }),
  membership: (
    user_id: string,
    organization_id: string,
    change: { event?: string; role?: string; status?: string } = {},
  ) => ({
    id: `event_${randomUUID()}`,
    event: `organization_membership.${change.event ?? 'created'}`,
    created_at: iso(),
    data: {
      object: 'organization_membership',
      id: 'om_1',
      user_id,
      organization_id,
      role: { slug: change.role ?? 'member' },
      status: change.status ?? 'active',
      updated_at: iso(),
    },
  }),
};

const iso = () => new Date(later()).toISOString();
