import { notFound } from '../errors.js';
import type { Stores } from '../stores.js';
import type { UndoInput } from './undo.js';

/**
 * Refuses the id of a maker that was never there, of whom there is nothing to undo. Whoever was deleted since is only
 * asked for where nothing of theirs was found.
 *
 * @throws DomainError not_found
 */
export async function refuseUnknown(
  { apiKeys, automations, connections, imports }: Stores,
  { api_key_id, automation_id, connection_id, import_id }: UndoInput,
): Promise<void> {
  if (import_id !== undefined && !(await imports.find(import_id))) throw notFound('Import');
  if (automation_id !== undefined && !(await automations.find(automation_id))) throw notFound('Automation');
  if (connection_id !== undefined && !(await connections.isThere(connection_id))) throw notFound('Connection');
  if (api_key_id !== undefined && !(await apiKeys.isThere(api_key_id))) throw notFound('API key');
}
