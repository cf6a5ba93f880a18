import type { CallToolResult, Result } from '@modelcontextprotocol/sdk/types.js';
import { CODES, isObject, refusal } from '../protocol/json-rpc.js';
import type { Era } from '../protocol/revisions.js';
import { SCHEMA, addressOfView, readingOf } from './addresses.js';

/** Calls a tool for whoever asked: with their grant, its limits, and its refusals. */
export type CallTool = (name: string, args: object) => Promise<CallToolResult>;

/** Of saved queries, on a page of resources. */
const PAGE = 100;
const MIME = 'application/json';
/** Before revision 2026-07-28, which says that the parameters are invalid. */
const RESOURCE_NOT_FOUND = -32002;

/** The schema and the saved queries of the workspace. Records are too many to be listed: a template names them. */
export async function listResources(call: CallTool, cursor: string | undefined): Promise<Result> {
  const offset = cursor === undefined ? 0 : /^\d{1,6}$/.test(cursor) ? Number(cursor) : undefined;
  if (offset === undefined) throw refusal(CODES.invalidParams, 'cursor is not one that resources/list gave.');
  const found = structured(await call('list_views', { limit: PAGE, offset }));
  const views = found['views'] as { slug: string; title: string; state: string }[];
  const resources = views
    .filter(({ state }) => state === 'active')
    .map(({ slug, title }) => ({ uri: addressOfView(slug), name: slug, title, mimeType: MIME }));
  const description = 'The objects of the workspace. The attributes of each are at crm://schema/{object}.';
  const schema = { uri: SCHEMA, name: 'schema', title: 'Schema of the workspace', description, mimeType: MIME };
  const next = found['next_offset'];
  return {
    resources: [...(offset === 0 ? [schema] : []), ...resources],
    ...(next !== undefined && { nextCursor: String(next) }),
  };
}

/** @throws Error with a code of JSON-RPC, whose data names the address */
export async function readResource(call: CallTool, uri: string, era: Era): Promise<Result> {
  const notFound = era === 'modern' ? CODES.invalidParams : RESOURCE_NOT_FOUND;
  const reading = readingOf(uri);
  if (!reading) throw refusal(notFound, 'Resource not found.', { reason: 'not_found', uri: uri.slice(0, 255) });
  const result = await call(reading.tool, reading.args);
  const text = textOf(result);
  if (!result.isError) return { contents: [{ uri, mimeType: MIME, text }] };
  const { reason, message, code } = errorOf(text);
  const isMissing = code === 'not_found' || code === 'validation_type';
  throw refusal(isMissing ? notFound : CODES.internal, String(message), { reason, uri });
}

/** What a tool found, where a list asks for it. @throws Error with a code of JSON-RPC */
export function structured(result: CallToolResult): Record<string, unknown> {
  if (isObject(result.structuredContent)) return result.structuredContent;
  const { reason, message } = errorOf(textOf(result));
  throw refusal(CODES.internal, String(message), { reason });
}

function textOf({ content: [part] }: CallToolResult): string {
  return part?.type === 'text' ? part.text : '';
}

function errorOf(text: string): Record<string, unknown> {
  return (JSON.parse(text) as { error: Record<string, unknown> }).error;
}
