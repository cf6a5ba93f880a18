import { Inject, Injectable } from '@nestjs/common';
import {
  ChoiceService,
  DomainError,
  RecordQueryService,
  RecordReader,
  type Actor,
  type ReadableRecord,
} from '#crm-domain';
import type { Thread } from '#crm-domain/messaging';

/** A task that is still to be done. */
export interface OpenTask {
  record_id: string;
  name: string | null;
  /** A day, as in 2026-03-01. */
  due_date: string | null;
}

/** A record and what is still to be done about it. */
export interface RecordBeside extends ReadableRecord {
  tasks: OpenTask[];
}

const RECORDS = 3;
/** Of one record. */
const TASKS = 5;
/** As many as a condition may name. */
const STAGES = 50;

/** Who is shown beside a conversation: the records that have the addresses in it, the first few. */
@Injectable()
export class PeopleBeside {
  constructor(
    @Inject(RecordReader) private readonly reader: RecordReader,
    @Inject(RecordQueryService) private readonly queries: RecordQueryService,
    @Inject(ChoiceService) private readonly choices: ChoiceService,
  ) {}

  async of(actor: Actor, { messages }: Thread): Promise<RecordBeside[]> {
    const found = new Map<string, { object: string; record: string }>();
    for (const { from, to, cc } of messages.toReversed())
      for (const each of [...(from ? [from] : []), ...to, ...cc])
        if (each.match === 'record') found.set(each.record_id, { object: each.object, record: each.record_id });
    const read = [...found.values()].slice(0, RECORDS).map((at) => this.reader.read(actor, at).catch(missing));
    const records = (await Promise.all(read)).filter((record) => record !== undefined);
    const open = await this.openStages(actor);
    return Promise.all(
      records.map(async (each) => ({ ...each, tasks: await openTasks(this.queries, actor, each.record_id, open) })),
    );
  }

  /** Ids of the stages of a task that is still to be done, whatever the workspace calls them. */
  private async openStages(actor: Actor): Promise<string[]> {
    const stages = await this.choices
      .rows(actor, { kind: 'stage', object: 'tasks', attribute: 'status' })
      .catch((error: unknown) => missing(error) ?? []);
    const open = stages.filter(({ config }) => config && !config.is_closed);
    return open.map(({ choice_id }) => choice_id).slice(0, STAGES);
  }
}

/** It may have been deleted since. */
function missing(error: unknown): undefined {
  if (error instanceof DomainError && error.kind === 'not_found') return undefined;
  throw error;
}

/**
 * Open tasks about a record, those that are due first before the others. A workspace may have changed its tasks: where
 * they cannot be asked for in this way, there are none.
 */
async function openTasks(
  queries: RecordQueryService,
  actor: Actor,
  recordId: string,
  open: readonly string[],
): Promise<OpenTask[]> {
  if (open.length === 0) return [];
  try {
    const { records } = await queries.query(actor, 'tasks', {
      filter: [
        { attribute: 'about', operator: 'eq', value: recordId },
        { attribute: 'status', operator: 'in', value: open },
      ],
      sort: { attribute: 'due_date', direction: 'asc' },
      limit: TASKS,
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
