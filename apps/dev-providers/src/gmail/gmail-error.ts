import type { Answer } from '../http/exchange.js';

// Per status: Google's own name for it, the reason within, and a sentence.
const WORDS: Record<number, [status: string, reason: string, message: string]> = {
  400: ['INVALID_ARGUMENT', 'invalidArgument', 'Invalid argument.'],
  401: ['UNAUTHENTICATED', 'authError', 'Request had invalid authentication credentials.'],
  403: ['PERMISSION_DENIED', 'insufficientPermissions', 'Request had insufficient authentication scopes.'],
  404: ['NOT_FOUND', 'notFound', 'Requested entity was not found.'],
  429: ['RESOURCE_EXHAUSTED', 'rateLimitExceeded', 'User-rate limit exceeded.'],
  500: ['INTERNAL', 'backendError', 'Internal error encountered.'],
  503: ['UNAVAILABLE', 'backendError', 'The service is currently unavailable.'],
};

/** An error as Google's APIs write it. */
export function gmailError(code: number, own: { reason?: string; message?: string } = {}): Answer {
  const [status, reason, message] = WORDS[code] ?? ['UNKNOWN', 'backendError', 'Unknown error.'];
  const words = { message: own.message ?? message, domain: 'global', reason: own.reason ?? reason };
  return { status: code, body: { error: { code, message: words.message, errors: [words], status } } };
}
