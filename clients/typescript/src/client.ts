import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi.js';
import { resending, type Sending } from './resend.js';
import type { AnySchema, Schema } from './schema.js';

export interface CrmOptions extends Sending {
  /** The address of the REST API, without `/v1`. */
  url: string;
}

/** A connection to one workspace. `S` is what `crm types` wrote about its schema. */
export interface Crm<S extends Schema = AnySchema> {
  /**
   * Every operation of the API, typed by its OpenAPI document:
   * `crm.api.GET('/v1/objects/{identifier}', { params: { path: { identifier: 'people' } } })`.
   * Requests are sent again where that is safe, and refusals are thrown; `answered` takes the body out of the result.
   */
  readonly api: Client<paths>;
  /** Known to the compiler only. */
  readonly schema?: S;
}

/** A client of the workspace to which the key belongs. It opens nothing and needs no closing. */
export function createCrm<S extends Schema = AnySchema>({ url, ...sending }: CrmOptions): Crm<S> {
  const baseUrl = url.replace(/\/+$/, '');
  return { api: createFetchClient<paths>({ baseUrl, fetch: resending(sending) }) };
}

/** The body of a successful response. @throws ResponseError, ConnectionError */
export async function answered<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  // Refusals are thrown before; a response without a body is one to `If-None-Match`.
  if (data === undefined || data === null) throw new TypeError('The response has no body.');
  return data;
}
