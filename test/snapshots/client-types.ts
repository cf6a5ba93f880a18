import openapiTs, { astToString } from 'openapi-typescript';
import type { Generator } from './generator.js';
import { restDescription } from './rest-description.js';

const HEAD = '// Generated from the OpenAPI document: `npm run accept` writes it.\n';

/** The types of the typed client, which follow from the interface description. */
export const clientTypes: Generator = {
  file: '../../clients/typescript/src/openapi.ts',
  async generate(databaseUrl) {
    const document = await restDescription(databaseUrl);
    // A copy: the generator writes into what it is given.
    return HEAD + astToString(await openapiTs(JSON.parse(document)));
  },
};
