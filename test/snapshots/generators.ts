import { toolListings } from './tool-listings.js';
import { restDescription } from './rest-description.js';
import { schemaSql } from './schema-sql.js';

/** One generated file under test/snapshots: its name, and its text as the code at hand makes it. */
export interface Generator {
  file: string;
  generate(databaseUrl: string): Promise<string> | string;
}

/** Every snapshot, one line each. The database is an empty one that the migrations built. */
export const GENERATORS: readonly Generator[] = [
  { file: 'openapi.json', generate: restDescription },
  { file: 'schema.sql', generate: schemaSql },
  ...toolListings(),
];
