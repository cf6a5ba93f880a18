import { WebhookVerificationError } from './errors.js';
import type { components } from './openapi.js';

/** What a webhook delivers. */
export type WebhookEvent = components['schemas']['SentEvent'];

export interface Delivery {
  /** Exactly as it arrived: JSON that was parsed and written again may have other bytes. */
  body: string | Uint8Array;
  /** Of the request: `Headers`, or an object with lower-case names, as Node has it. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The secret of the webhook, `whsec_...`. Several while one replaces another. */
  secret: string | readonly string[];
  /** How many seconds the time of the delivery may differ from the own clock. Default: 300. */
  tolerance?: number;
}

const PREFIX = 'whsec_';
/** The service signs with two at most. */
const MAX_SIGNATURES = 10;

/**
 * The event of a delivery whose signature is right, as Standard Webhooks says. Deliveries may come twice: their
 * `webhook-id` says so.
 *
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(delivery: Delivery): Promise<WebhookEvent> {
  const { headers, tolerance = 300 } = delivery;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The headers of a webhook are missing.');
  const age = Math.abs(Date.now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Infinity));
  if (!(age <= tolerance)) throw new WebhookVerificationError('The delivery is too old, or its time is in the future.');
  const body = typeof delivery.body === 'string' ? new TextEncoder().encode(delivery.body) : delivery.body;
  const message = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const secrets = typeof delivery.secret === 'string' ? [delivery.secret] : delivery.secret;
  for (const secret of secrets) {
    if (await isSigned(message, signatures, secret)) return eventOf(body);
  }
  throw new WebhookVerificationError('No signature fits the secret.');
}

function headerOf(headers: Delivery['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Compared by `crypto.subtle`, in a time that says nothing of the right signature. */
async function isSigned(message: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new WebhookVerificationError('The secret is not one of a webhook.');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const each of signatures.split(' ').slice(0, MAX_SIGNATURES)) {
    const signature = each.startsWith('v1,') ? bytesOf(each.slice('v1,'.length)) : undefined;
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, message))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

function eventOf(body: Uint8Array): WebhookEvent {
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}
