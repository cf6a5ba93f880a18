import { createHmac, randomInt } from 'node:crypto';
import type { ProvidersSettings } from '../settings.js';
import type { WebhookSender } from '../webhooks/webhook-sender.js';

export interface Verification {
  /** Whether the endpoint accepted us. */
  ok: boolean;
  status: number;
  body: string;
}

/** Signed webhooks of WhatsApp, Messenger and Instagram, all to one address. */
export class MetaWebhooks {
  constructor(
    private readonly settings: ProvidersSettings,
    private readonly webhooks: WebhookSender,
  ) {}

  /** Sends `{object, entry}`, if an address is set. */
  post(object: 'whatsapp_business_account' | 'page' | 'instagram', entry: object): void {
    const url = this.settings.metaWebhookUrl;
    if (!url) return;
    const body = metaJson({ object, entry: [entry] });
    const signature = createHmac('sha256', this.settings.metaAppSecret).update(body).digest('hex');
    this.webhooks.send({ about: 'meta', url, headers: { 'x-hub-signature-256': `sha256=${signature}` }, body });
  }

  /** The handshake that Meta does before it sends anything. @throws Error when nobody answers */
  async verify(address: string, verifyToken = this.settings.metaVerifyToken): Promise<Verification> {
    const challenge = String(randomInt(1_000_000_000));
    const url = new URL(address);
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.challenge', challenge);
    url.searchParams.set('hub.verify_token', verifyToken);
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    const body = await response.text();
    return { ok: response.status === 200 && body === challenge, status: response.status, body };
  }
}

/** JSON as Meta writes it: whoever parses it and writes it anew has another text, and another signature. */
function metaJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, escaped);
}
