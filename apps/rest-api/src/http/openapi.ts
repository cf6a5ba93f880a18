import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
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
  return document;
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
