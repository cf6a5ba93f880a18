import { randomUUID } from 'node:crypto';
import type { Answer } from '../http/exchange.js';

const WORDS: Record<number, [code: string, message: string]> = {
  400: ['RequestBodyRead', 'The request body could not be read.'],
  401: ['InvalidAuthenticationToken', 'Access token has expired or is not yet valid.'],
  403: ['ErrorAccessDenied', 'Access is denied. Check credentials and try again.'],
  404: ['ErrorItemNotFound', 'The specified object was not found in the store.'],
  410: ['SyncStateNotFound', 'The sync state generation is not found; start a full synchronization.'],
  429: ['ApplicationThrottled', 'Application is over its MailboxConcurrency limit.'],
  503: ['ErrorServerBusy', 'The server cannot service this request right now.'],
  504: ['UnknownError', ''],
};

/** An error as Microsoft Graph writes it. */
export function graphError(status: number, code?: string, message?: string): Answer {
  const [usualCode, usualMessage] = WORDS[status] ?? ['ErrorInternalServerError', 'An internal server error occurred.'];
  const requestId = randomUUID();
  const innerError = {
    date: new Date().toISOString().slice(0, 19),
    'request-id': requestId,
    'client-request-id': requestId,
  };
  return { status, body: { error: { code: code ?? usualCode, message: message ?? usualMessage, innerError } } };
}
