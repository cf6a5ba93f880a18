import { DomainError, type Actor, type RecordQueryService } from '#crm-domain';

/** A task that is still to be done. */
export interface OpenTask {
  record_id: string;
  name: string | null;
  /** A day, as in 2026-03-01. */
  due_date: string | null;
}

/** Shown beside one person. */
const MOST = 5;

/**
 * Open tasks about a record, those that are due first before the others. A workspace may have changed its tasks: where
 * they cannot be asked for in this way, there are none.
 */
export async function openTasks(queries: RecordQueryService, actor: Actor, recordId: string): Promise<OpenTask[]> {
  try {
    const { records } = await queries.query(actor, 'tasks', {
      filter: [
        { attribute: 'about', operator: 'eq', value: recordId },
        { attribute: 'status', operator: 'eq', value: 'Open' },
      ],
      sort: { attribute: 'due_date', direction: 'asc' },
      limit: MOST,
      offset: 0,
      total: 'none',
      fields: ['due_date'],
      format: 'concise',
    });
    return records.map((record) => {
      const { id, name, values } = record as unknown as {
        id: string;
        name: string | null;
        values: { due_date?: string };
      };
      return { record_id: id, name, due_date: values.due_date ?? null };
    });
  } catch (error) {
    if (error instanceof DomainError && ['not_found', 'validation'].includes(error.kind)) return [];
    throw error;
  }
}
