import type { INestApplication } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { dump } from 'js-yaml';
import { MAX_RECORD_KEY_LENGTH } from '#crm-domain';
import { errorAnswer } from './answers.js';
import { conventions } from './conventions.js';
import { gettingStarted } from './getting-started.js';
import { KeptFile } from '../kept-file.js';
import { useOfKey } from '../write.interceptor.js';
import { DESCRIPTIONS, TAGS } from './operations.js';
import { REQUEST_EXAMPLES } from './request-examples.js';
import { RESPONSE_HEADERS, headersOf } from './response-headers.js';
import { componentSchemas } from './schemas.js';
import { SENT_EVENTS } from './sent-events.js';

/** The interface description, version 0.1.0 (contract: Versioning). */
export function openApi(app: INestApplication, baseUrl: string): OpenAPIObject {
  const document = withPlainNames(
    SwaggerModule.createDocument(app, about(baseUrl), { operationIdFactory: operationId }),
  );
  // Those made of DTOs; a body with a field that is not named there is refused.
  for (const schema of Object.values(document.components?.schemas ?? {}))
    (schema as { additionalProperties?: boolean }).additionalProperties = false;
  document.webhooks = SENT_EVENTS;
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...(componentSchemas() as object) },
    headers: RESPONSE_HEADERS,
  };
  const handlers = handlersOf(app);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
      complete(path, operation);
      const use = useOfKey(app.get(Reflector), method.toUpperCase(), handlers.get(operation.operationId!)!);
      declareKey(operation, use);
      for (const [status, response] of Object.entries(operation.responses))
        if (response && 'description' in response)
          response.headers = headersOf(status, { isKept: use === 'taken', isVersioned: isVersioned(operation) });
    }
  }
  return document;
}

/** What stands above all operations. */
function about(baseUrl: string): Omit<OpenAPIObject, 'paths'> {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('CRM Service REST API')
    .setDescription(`${gettingStarted(baseUrl)}\n\n${conventions()}`)
    .setVersion('0.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(baseUrl)
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      description: 'A workspace API key, or an access token for this address.',
    });
  for (const [name, description] of Object.entries(TAGS)) config.addTag(name, description);
  // A contact without an address: there is none that is known here.
  const built = config.build();
  return { ...built, info: { ...built.info, contact: { name: 'Whoever runs this service' } } };
}

const DTO = /("(?:#\/components\/schemas\/)?\w+)Dto"/g;

/**
 * Schemas without the `Dto` of this code's class names. `{target}` can be one word only (contract: Path parameters), so
 * the path says that word: with a parameter in its place, requests for other resources would match it as well.
 */
function withPlainNames(document: OpenAPIObject): OpenAPIObject {
  const named = JSON.parse(JSON.stringify(document).replaceAll(DTO, '$1"')) as OpenAPIObject;
  const paths = Object.entries(named.paths).map(([path, item]) => [path.replace('{target}', 'objects'), item] as const);
  return { ...named, paths: Object.fromEntries(paths) };
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** What a path holds (contract: Path parameters). */
const key = { type: 'string', maxLength: 100 };

const IN_PATH: Record<string, { description: string; schema: object; example?: string }> = {
  identifier: { description: 'UUID or slug of an object.', schema: key, example: 'companies' },
  object: { description: 'UUID or slug of an object.', schema: key, example: 'companies' },
  attribute: { description: 'UUID or slug of an attribute.', schema: key },
  recordId: {
    description: 'UUID or slug of a record.',
    schema: { type: 'string', maxLength: MAX_RECORD_KEY_LENGTH },
  },
  option: { description: 'UUID of an option.', schema: { type: 'string', format: 'uuid' } },
  webhook: { description: 'UUID of a webhook.', schema: { type: 'string', format: 'uuid' } },
  event: { description: 'UUID of an event.', schema: { type: 'string', format: 'uuid' } },
  automation: { description: 'UUID of an automation.', schema: { type: 'string', format: 'uuid' } },
  view: { description: 'UUID or slug of a view.', schema: key, example: 'open-deals' },
  export: { description: 'UUID of an export.', schema: { type: 'string', format: 'uuid' } },
  import: { description: 'UUID of an import.', schema: { type: 'string', format: 'uuid' } },
  part: { description: 'The number of a part, from 1.', schema: { type: 'integer', minimum: 1, maximum: 256 } },
  conversation: { description: 'UUID of a conversation.', schema: { type: 'string', format: 'uuid' } },
  message: { description: 'UUID of a message.', schema: { type: 'string', format: 'uuid' } },
  erasure: { description: 'UUID of an erasure.', schema: { type: 'string', format: 'uuid' } },
  draft: { description: 'UUID of one of your drafts.', schema: { type: 'string', format: 'uuid' } },
  block: { description: 'UUID of a block.', schema: { type: 'string', format: 'uuid' } },
  stage: { description: 'UUID of a stage.', schema: { type: 'string', format: 'uuid' } },
};

/**
 * Adds what cannot be seen in a handler that takes its path as a whole, an example of the body, and that any may be too
 * large.
 */
function complete(path: string, operation: Operation): void {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const inPath = names.map((name) => ({ name, in: 'path' as const, required: true, ...IN_PATH[name] }));
  const others = (operation.parameters ?? []).filter((each) => 'in' in each && each.in !== 'path');
  operation.parameters = [...inPath, ...others];
  if (operation.requestBody && 'content' in operation.requestBody) {
    const { 'application/json': json } = operation.requestBody.content;
    if (json) json.example = REQUEST_EXAMPLES[operation.operationId!];
    operation.responses['413'] = errorAnswer(413);
  }
  operation.description = DESCRIPTIONS[operation.operationId!];
}

/** As a person would name a method: `records.create`. */
const operationId = (controller: string, method: string) =>
  `${controller[0]!.toLowerCase()}${controller.slice(1).replace('Controller', '')}.${method}`;

type Declared = (new () => object) | ((...args: unknown[]) => unknown);

/** Every method with its controller, by its operation id: whatever is declared of it is found there. */
function handlersOf(app: INestApplication): Map<string, Declared[]> {
  const handlers = new Map<string, Declared[]>();
  for (const { controllers } of app.get(ModulesContainer).values())
    for (const { metatype } of controllers.values()) {
      const { name, prototype } = metatype as { name: string; prototype: Record<string, Declared> };
      for (const method of Object.getOwnPropertyNames(prototype))
        handlers.set(operationId(name, method), [prototype[method]!, metatype as Declared]);
    }
  return handlers;
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: 'For 24 hours the same request with the same key runs once; retries return the same response.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

const DRY_RUN: NonNullable<Operation['parameters']> = [
  {
    name: 'dry_run',
    in: 'query',
    required: false,
    description: 'With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`.',
    schema: { type: 'boolean', default: false },
  },
  {
    name: 'expect_digest',
    in: 'query',
    required: false,
    description: 'The `digest` of a dry run. If the write would do something else, it is refused with 412.',
    schema: { type: 'string', minLength: 43, maxLength: 43 },
  },
];

const VERSIONED = /"data":\{"\$ref":"#\/components\/schemas\/(Record|Object|Attribute|Draft|WrittenDraft)"\}/;

function isVersioned({ responses }: Operation): boolean {
  return VERSIONED.test(JSON.stringify(responses['200'] ?? null));
}

/** A key that is malformed, or sent where none is taken, is 400; one that another request had is 409. */
function declareKey(operation: Operation, use: ReturnType<typeof useOfKey>): void {
  if (use === 'unused') return;
  operation.responses[400] ??= errorAnswer(400);
  if (use === 'refused') return;
  operation.parameters = [...(operation.parameters ?? []), ...DRY_RUN, IDEMPOTENCY_KEY];
  operation.responses[409] ??= errorAnswer(409);
  operation.responses[412] ??= errorAnswer(412);
  declareDryRun(operation.responses[200]);
}

function declareDryRun(response: Operation['responses'][string]): void {
  const schema = response && 'content' in response && response.content?.['application/json']?.schema;
  if (!schema || !('properties' in schema)) return;
  schema.properties!['dry_run'] = { $ref: '#/components/schemas/DryRun' };
}

/** The document at `/v1/openapi.json` and `/v1/openapi.yaml`. The page that shows it is ours. */
export function serveDocument(app: INestApplication, baseUrl: string): void {
  const document = openApi(app, baseUrl);
  serve(app, '/v1/openapi.json', { type: 'application/json', write: () => JSON.stringify(document) });
  serve(app, '/v1/openapi.yaml', {
    type: 'text/yaml',
    write: () => dump(document, { skipInvalid: true, noRefs: true }),
  });
}

/** Writing takes up to a third of a second and needs no credential, so it is done once, when somebody asks. */
function serve(app: INestApplication, path: string, { type, write }: { type: string; write: () => string }): void {
  let file: Promise<KeptFile> | undefined;
  app.getHttpAdapter().get(path, async (request: Request, response: Response) => {
    file ??= KeptFile.of(write());
    (await file).send(request, response.type(type));
  });
}
