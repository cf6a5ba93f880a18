import { TRIGGERS } from '../automations/automation.js';
import type { AutomationEntity } from '../automations/automation.entity.js';
import { judgeCondition } from '../automations/judge-automation.js';
import { DomainError } from '../errors.js';
import { valuesAfter } from '../events/changes.js';
import type { EventRow } from '../events/event.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { Values } from '../records/document.js';
import { holds } from '../records/query/holds.js';

/** Whether an event can set off automations. */
export function isTrigger({ kind }: EventRow): boolean {
  return TRIGGERS.some((trigger) => trigger === kind);
}

/** Which of some active automations events would set off. `vals` are those of an event's record. */
export class DueAutomations {
  private readonly due = new Set<AutomationEntity>();

  constructor(
    private readonly schema: WorkspaceSchema,
    private readonly automations: readonly AutomationEntity[],
  ) {}

  get names(): string[] {
    return this.automations.filter((each) => this.due.has(each)).map(({ name }) => name);
  }

  /** Records whose values some condition may ask for. */
  idsToRead(rows: readonly EventRow[]): string[] {
    const asked = rows.filter((row) => this.followers(row).some(({ condition }) => condition.length > 0));
    return [...new Set(asked.map(({ subject_id }) => subject_id))].sort();
  }

  event(row: EventRow, vals: Values): void {
    const object = row.object_id === null ? undefined : this.schema.find(row.object_id);
    if (!object) return;
    const after = { ...vals, ...valuesAfter(object, row) };
    for (const each of this.followers(row)) {
      const isMeant = () => judgeCondition(object, each.condition).every((condition) => holds(condition, after));
      if (isMet(isMeant)) this.due.add(each);
    }
  }

  private followers({ kind, object_id }: EventRow): AutomationEntity[] {
    return this.automations.filter((each) => each.kind === kind && each.object_id === object_id && !this.due.has(each));
  }
}

/** One that names something deleted does not run. */
function isMet(condition: () => boolean): boolean {
  try {
    return condition();
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
