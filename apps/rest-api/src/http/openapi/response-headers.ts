import { text, uuid } from './json-schema.js';

/** The headers that answers carry beside those of HTTP itself, as the OpenAPI document declares them. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description:
      'The id of the request. It is also in the `requestId` of an error, in the log, and stored with every value that the request wrote.',
    required: true,
    schema: uuid,
  },
  'RateLimit-Policy': {
    description: 'The rate limit of this request: `q` requests in `w` seconds. Not sent when there is no limit.',
    schema: text,
    example: '"reads";q=100;w=1',
  },
  RateLimit: {
    description:
      'What remains: `r` requests now, and the full number again in `t` seconds. Not sent when there is no limit.',
    schema: text,
    example: '"reads";r=99;t=1',
  },
  'Retry-After': {
    description: 'Seconds to wait before you send the request again.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
  },
  ETag: {
    description: 'The version of what `data` holds, in quotation marks: for `If-Match` and `If-None-Match`.',
    schema: text,
    example: '"7"',
  },
  'Idempotency-Replayed': {
    description: 'Sent when this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
};

type Name = keyof typeof RESPONSE_HEADERS;

const WITH_STATUS: Record<string, Name[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** What is said of an operation: whether the same request may be answered with a kept answer, and what has a version. */
interface Told {
  isKept: boolean;
  isVersioned: boolean;
}

/** References to the headers of an answer, by name. */
export function headersOf(status: string, { isKept, isVersioned }: Told): Record<string, { $ref: string }> {
  const names: Name[] = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit', ...(WITH_STATUS[status] ?? [])];
  if (isVersioned && (status === '200' || status === '304')) names.push('ETag');
  if (isKept && status === '200') names.push('Idempotency-Replayed');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
