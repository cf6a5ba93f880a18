import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { errorAnswer } from './answers.js';
import { componentSchemas } from './schemas.js';

const ABOUT = `Records of a CRM workspace: objects, typed attributes, and records whose every value keeps its history.

Every request carries \`Authorization: Bearer <API key>\`. Successful answers have status 200 and stand under \`data\`; errors carry \`statusCode\`, \`type\`, \`code\` and \`requestId\`.`;

/** The interface description, version 0.1.0 (contract: Versioning). */
export function openApi(app: INestApplication, baseUrl: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('CRM Service REST API')
    .setDescription(ABOUT)
    .setVersion('0.1.0')
    .addServer(baseUrl)
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      description: 'A workspace API key, or an access token for this address.',
    })
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...(componentSchemas() as object) },
  };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item) as Operation[]) complete(path, operation);
  }
  return document;
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** What a path holds (contract: Path parameters). */
const IN_PATH: Record<string, { description: string; schema: object }> = {
  target: { description: 'What the attributes sit on.', schema: { type: 'string', enum: ['objects'] } },
  identifier: { description: 'UUID or slug of an object.', schema: { type: 'string' } },
  object: { description: 'UUID or slug of an object.', schema: { type: 'string' } },
  attribute: { description: 'UUID or slug of an attribute.', schema: { type: 'string' } },
  recordId: { description: 'UUID or slug of a record.', schema: { type: 'string' } },
  option: { description: 'UUID of an option.', schema: { type: 'string', format: 'uuid' } },
  webhook: { description: 'UUID of a webhook.', schema: { type: 'string', format: 'uuid' } },
  event: { description: 'UUID of an event.', schema: { type: 'string', format: 'uuid' } },
  automation: { description: 'UUID of an automation.', schema: { type: 'string', format: 'uuid' } },
  stage: { description: 'UUID of a stage.', schema: { type: 'string', format: 'uuid' } },
};

/** Adds what cannot be seen in a handler that takes its path as a whole, and that any body may be too large. */
function complete(path: string, operation: Operation): void {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const inPath = names.map((name) => ({ name, in: 'path' as const, required: true, ...IN_PATH[name] }));
  const others = (operation.parameters ?? []).filter((each) => 'in' in each && each.in !== 'path');
  operation.parameters = [...inPath, ...others];
  if (operation.requestBody) operation.responses['413'] = errorAnswer(413);
}

/** The document at `/v1/openapi.json`, and pages made from it at `/docs`, all of it from this server. */
export function serveDocs(app: INestApplication, baseUrl: string): void {
  const document = openApi(app, baseUrl);
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'v1/openapi.json',
    yamlDocumentUrl: 'v1/openapi.yaml',
    customSiteTitle: 'CRM Service REST API',
  });
}
