import { clientTypes } from './client-types.js';
import type { Generator } from './generator.js';
import { restDescription } from './rest-description.js';
import { schemaSql } from './schema-sql.js';
import { toolListings } from './tool-listings.js';

/** Every snapshot, one line each. The database is an empty one that the migrations built. */
export const GENERATORS: readonly Generator[] = [
  { file: 'openapi.json', generate: restDescription },
  clientTypes,
  { file: 'schema.sql', generate: schemaSql },
  ...toolListings(),
];
