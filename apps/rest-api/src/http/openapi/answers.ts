import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { GivesPage } from '../page-turn.interceptor.js';
import { EXAMPLES } from './examples.js';
import { object } from './json-schema.js';

const WORDS: Record<number, string> = {
  400: 'The request is not valid; `issues` says where.',
  401: 'The credential is missing or not valid.',
  403: 'The credential lacks the capability, or the workspace has no API access.',
  404: 'There is no such thing in this workspace.',
  409: 'In conflict with what exists, or the idempotency key was used for another request.',
  410: 'No longer kept.',
  412: 'It has another version than the one that was expected. Nothing was changed.',
  413: 'The body is larger than 1 MiB, or 8 MiB for a batch.',
  429: 'Too many requests with this credential.',
  500: 'Server failure.',
  503: 'The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open.',
};

/** Lists that are no pages: they do what is to be done, and wait among others of their kind. */
const NO_PAGES = new Set(['BatchResult']);

/** Listings that come in pages, and what their `pagination` is. */
const PAGES: Record<string, string> = {
  Record: 'Pagination',
  Conversation: 'Pagination',
  Block: 'Pagination',
  Draft: 'Pagination',
  PlacedEvent: 'FeedPagination',
  AuditEntry: 'TimelinePagination',
  TimelineEntry: 'TimelinePagination',
  WebhookDelivery: 'TimelinePagination',
  AutomationRun: 'TimelinePagination',
};

/**
 * Documents a route: what it does, what it answers with under `data`, and every error status it can give; 400 is among
 * them everywhere, for query parameters that are not known. A list of whatever may be large, and holds a place as pages
 * do; `beside` is what stands beside it where that is no pagination.
 */
export function Answers(
  summary: string,
  schema: string | [string],
  errors: number[] = [],
  beside?: Record<string, object>,
): MethodDecorator {
  const many = Array.isArray(schema);
  const name = many ? schema[0] : schema;
  const item = { $ref: `#/components/schemas/${name}` };
  const data = many ? { type: 'array', items: item } : item;
  const pages = many && !beside ? PAGES[name] : undefined;
  const paged = beside ?? (pages ? { pagination: { $ref: `#/components/schemas/${pages}` } } : {});
  const { required, properties } = object({ data, ...paged });
  const example = {
    data: many ? [EXAMPLES[name]] : EXAMPLES[name],
    ...(pages ? { pagination: EXAMPLES[pages] } : {}),
    ...(beside && examplesOf(beside)),
  };
  const body = { schema: { type: 'object', required, properties } as object, example };
  const statuses = [...new Set([...errors, 400, 401, 403, 429, 500, 503])].sort();
  return applyDecorators(
    ...(many && !NO_PAGES.has(name) ? [GivesPage()] : []),
    ApiOperation({ summary }),
    ApiBearerAuth(),
    ApiResponse({ status: 200, description: summary, content: { 'application/json': body } }),
    ...statuses.map((status) => ApiResponse({ status, ...errorAnswer(status) })),
  );
}

function examplesOf(schemas: Record<string, { examples?: unknown[] }>): object {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, { examples }]) =>
      examples ? [[name.replace(/\?$/, ''), examples[0]]] : [],
    ),
  );
}

/** The same for a route that gives a file. */
export function AnswersFile(summary: string, type: string, errors: number[]): MethodDecorator {
  const statuses = [...new Set([...errors, 400, 401, 403, 429, 500, 503])].sort();
  return applyDecorators(
    ApiOperation({ summary }),
    ApiBearerAuth(),
    ApiResponse({ status: 200, description: summary, content: { [type]: { schema: { type: 'string' } } } }),
    ...statuses.map((status) => ApiResponse({ status, ...errorAnswer(status) })),
  );
}

/** An error as a route documents it. */
export function errorAnswer(status: number) {
  const schema = { $ref: '#/components/schemas/Error' };
  return { description: WORDS[status]!, content: { 'application/json': { schema } } };
}

/** Documents a route that answers with events as they come (server-sent events), for as long as its caller reads. */
export function AnswersWithEvents(summary: string): MethodDecorator {
  const schema = { type: 'string', description: 'Each event has its position as `id`, and a PlacedEvent as `data`.' };
  return applyDecorators(
    ApiOperation({ summary }),
    ApiBearerAuth(),
    ApiResponse({ status: 200, description: summary, content: { 'text/event-stream': { schema } as object } }),
    ...[400, 401, 403, 410, 429, 500, 503].map((status) => ApiResponse({ status, ...errorAnswer(status) })),
  );
}
