/** One row of the contract's table of endpoints, or of the decisions that add to it. */
export interface Endpoint {
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  needs: 'read:data' | 'write:data' | 'write:schema' | 'send:messages' | null;
  /** Needed beside that one. */
  also?: ('read:data' | 'write:data')[];
  /** Fields of the request body; none where nothing is sent. */
  body?: string[];
  /** Those that must be there. */
  required?: string[];
  query?: string[];
  /** The one of them that must be there. */
  needsQuery?: string;
  /** The type of a body that is no JSON. */
  sends?: string;
  /** The type of an answer that is no JSON. */
  gives?: string;
  /** What stands under `data`; a list of one where it is an array. */
  data: string | [string];
  errors: number[];
  /** For people alone: an API key is refused. */
  people?: true;
  /** What it can be bound to: that there is another version than one that is known, or still the same. */
  condition?: 'If-Match' | 'If-None-Match';
  /** Answers with events for as long as its caller reads, and can be begun after one of them. */
  streams?: true;
  /** Calls somebody else's endpoint, which no idempotency key could take back. */
  callsOut?: true;
}

/** Statuses of errors that several endpoints share. */
export const CHOICE = { errors: [401, 403, 404, 500] };
export const WRITE = { errors: [400, 401, 403, 404, 409, 500] };
export const RECORD = { errors: [400, 401, 403, 404, 500] };

export const ATTRIBUTE_FIELDS = [
  ...['title', 'description', 'type', 'is_required', 'is_unique', 'is_multi_select'],
  ...['default_value', 'config', 'relationship', 'sort_order', 'stages', 'options'],
];

/** How the OpenAPI document names it: `{target}` can be one word alone, and the path says that word. */
export function describedAs({ method, path }: Endpoint): string {
  return `${method} ${path.replace('{target}', 'objects')}`;
}

/** Whether `Idempotency-Key` is taken: by writes, wherever nothing leaves this service. */
export function takesKey({ method, needs, callsOut }: Endpoint): boolean {
  return method !== 'GET' && needs !== 'read:data' && !callsOut;
}
