import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '#crm-domain';

export interface SignedRequest {
  headers: Record<string, string | string[] | undefined>;
  /** The very bytes that were sent. */
  body: Buffer;
}

export interface Delivery {
  /** Null where the sender puts it into the body. */
  delivery_id: string | null;
  sent_at: Date;
}

const TOLERANCE = 5 * 60_000;
const STANDARD = 'whsec_';

/**
 * Proves that a delivery comes from somebody who has one of the secrets and was sent a moment ago. A secret that begins
 * with `whsec_` is for Standard Webhooks (Svix, Clerk), any other one for WorkOS's own header; neither opens the other.
 * @throws DomainError unauthenticated, the same whatever is wrong
 */
export function verifyWebhook(request: SignedRequest, secrets: readonly string[], now = Date.now()): Delivery {
  const { delivery_id, time, sent_at, signed, signatures } = standard(request) ?? workos(request) ?? refused();
  const isSigned = secrets
    .filter((secret) => secret.startsWith(STANDARD) === (delivery_id !== null))
    .map((secret) => createHmac('sha256', keyOf(secret)).update(`${signed}.`).update(request.body).digest())
    .some((expected) =>
      signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected)),
    );
  // Written so that a time that is no number is refused.
  if (!isSigned || !/^\d{10,16}$/.test(time) || !(Math.abs(now - sent_at) <= TOLERANCE)) return refused();
  return { delivery_id, sent_at: new Date(sent_at) };
}

/**
 * `webhook-id`, `webhook-timestamp` in seconds, `webhook-signature: v1,<base64> v1,<base64>`; or the same as
 * `svix-...`.
 */
function standard({ headers }: SignedRequest) {
  const [id, time, list] = ['id', 'timestamp', 'signature'].map((name) =>
    one(headers[`webhook-${name}`] ?? headers[`svix-${name}`]),
  );
  if (!id || id.length > 255 || !time || !list) return undefined;
  const signatures = list.split(' ').map((each) => Buffer.from(/^v1,(.+)$/.exec(each)?.[1] ?? '', 'base64'));
  return { delivery_id: id, time, sent_at: Number(time) * 1000, signed: `${id}.${time}`, signatures };
}

/** `workos-signature: t=<time>, v1=<hex>`; the time is in milliseconds, in newer deliveries microseconds. */
function workos({ headers }: SignedRequest) {
  const [, time, signature] = /^t=(\d{10,16}), ?v1=([0-9a-f]{64})$/.exec(one(headers['workos-signature']) ?? '') ?? [];
  if (!time || !signature) return undefined;
  const signatures = [Buffer.from(signature, 'hex')];
  return { delivery_id: null, time, sent_at: Number(time.padEnd(13, '0').slice(0, 13)), signed: time, signatures };
}

function one(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(STANDARD) ? Buffer.from(secret.slice(STANDARD.length), 'base64') : Buffer.from(secret);
}

function refused(): never {
  throw new DomainError(
    'unauthenticated',
    'The signature of the delivery is not valid, or its timestamp is too far from the current time.',
  );
}
