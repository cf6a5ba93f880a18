import type { Caller } from '../actor.js';
import type { ImportCaller, ImportJobEntity } from './import.entity.js';

/** What is kept of a caller with the import that it makes. */
export function keptCaller({ api_key_id, user_id, client_id, trusted, via }: Caller): ImportCaller {
  const { tool: _, ...rest } = via;
  return { api_key_id, user_id, client_id, trusted, via: rest };
}

/** Who writes the rows: the credential of whoever began it, in the name of the import. */
export function importCaller({ workspace_id, import_id, file_name, started_by }: ImportJobEntity): Caller {
  return { ...started_by, workspace_id, via: { ...started_by.via, import_id, import_file_name: file_name } };
}
