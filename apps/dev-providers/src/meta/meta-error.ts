import { randomBytes } from 'node:crypto';
import type { Answer } from '../http/exchange.js';

interface Details {
  /** 400 unless said otherwise, for limits too: the code decides. */
  status?: number;
  subcode?: number;
  /** WhatsApp's longer explanation. */
  details?: string;
}

/** An error as Meta's APIs write it. */
export function metaError(code: number, message: string, { status = 400, subcode, details }: Details = {}): Answer {
  const error = {
    message: `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
    fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
  };
  return { status, body: { error } };
}
