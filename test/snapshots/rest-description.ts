import 'reflect-metadata';
import { createRestApi } from '../../apps/rest-api/src/app.js';
import { openApi } from '../../apps/rest-api/src/http/openapi/openapi.js';
import { restApiSettings } from '#channels';
import { readDeclared } from '#platform';
import { readableJson } from './readable-json.js';

/** The REST API's interface description, from the application itself; it never listens. */
export async function restDescription(databaseUrl: string): Promise<string> {
  const app = await createRestApi(readDeclared(restApiSettings, { DATABASE_URL: databaseUrl }));
  try {
    return readableJson(openApi(app, 'http://localhost:3000'));
  } finally {
    await app.close();
  }
}
