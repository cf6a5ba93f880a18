import { CONTRACT } from './contract-endpoints.js';
import { EVENT_ENDPOINTS } from './event-endpoints.js';
import { EXPORT_ENDPOINTS } from './export-endpoints.js';
import { describedAs, type Endpoint } from './endpoint.js';
import { IMPORT_ENDPOINTS } from './import-endpoints.js';
import { INBOX_ENDPOINTS } from './inbox-endpoints.js';
import { PERSON_ENDPOINTS } from './person-endpoints.js';
import { RECORD_ENDPOINTS } from './record-endpoints.js';
import { SCHEMA_ENDPOINTS } from './schema-endpoints.js';

export { takesKey, type Endpoint } from './endpoint.js';
export { CONTRACT, describedAs };

export const ENDPOINTS: readonly Endpoint[] = [
  ...CONTRACT,
  ...SCHEMA_ENDPOINTS,
  ...RECORD_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...EXPORT_ENDPOINTS,
  ...IMPORT_ENDPOINTS,
  ...INBOX_ENDPOINTS,
  ...PERSON_ENDPOINTS,
];

/** Those that only people may use, as the OpenAPI document names them. */
export const FOR_PEOPLE: ReadonlySet<string> = new Set([...INBOX_ENDPOINTS, ...PERSON_ENDPOINTS].map(describedAs));
