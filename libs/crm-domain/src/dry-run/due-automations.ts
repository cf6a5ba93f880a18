import { TRIGGERS } from '../automations/automation.js';
import type { AutomationEntity } from '../automations/automation.entity.js';
import { judgeCondition } from '../automations/judge-automation.js';
import { DomainError } from '../errors.js';
import { valuesAfter } from '../events/changes.js';
import type { EventRow } from '../events/event.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { Values } from '../records/document.js';
import type { Condition } from '../records/query/condition.js';
import { holds } from '../records/query/holds.js';
import { Slices } from '../db/slices.js';
import type { ViewMembers } from '../views/view-members.js';

/** Whether an event can set off automations. */
export function isTrigger({ kind }: EventRow): boolean {
  return TRIGGERS.some((trigger) => trigger === kind);
}

/** Records of which a view is asked at once. */
const RECORDS_AT_ONCE = 50;
/** How often views are asked for one dry run, and the milliseconds after which none is asked any more. */
const MAX_QUESTIONS = 20;
const MAX_TIME = 2000;
/** Milliseconds that conditions may take for one dry run. */
const MAX_JUDGING = 1000;

/** Which of some active automations events would set off. `vals` are those of an event's record. */
export class DueAutomations {
  private readonly due = new Set<AutomationEntity>();
  /** Automations that would run if their view holds one of these records. */
  private readonly inQuestion = new Map<AutomationEntity, Set<string>>();
  /** Those whose conditions there was no time for. */
  private readonly unjudged = new Set<AutomationEntity>();
  /** As they were read; null of an automation that names something deleted. */
  private readonly conditions = new Map<AutomationEntity, Condition[] | null>();
  private readonly slices = new Slices();
  private took = 0;

  constructor(
    private readonly schema: WorkspaceSchema,
    private readonly automations: readonly AutomationEntity[],
    private readonly mostMs = MAX_JUDGING,
  ) {}

  get names(): string[] {
    return this.automations.filter((each) => this.due.has(each)).map(({ name }) => name);
  }

  /** Records whose values some condition may ask for. */
  idsToRead(rows: readonly EventRow[]): string[] {
    const asked = rows.filter((row) => this.followers(row).some(({ condition }) => condition.length > 0));
    return [...new Set(asked.map(({ subject_id }) => subject_id))].sort();
  }

  /** Judges an event, as long as there is time; others have their turn meanwhile. */
  async event(row: EventRow, vals: Values): Promise<void> {
    const object = row.object_id === null ? undefined : this.schema.find(row.object_id);
    if (!object) return;
    const after = { ...vals, ...valuesAfter(object, row) };
    for (const each of this.followers(row)) {
      if (this.took >= this.mostMs) {
        this.unjudged.add(each);
        continue;
      }
      await this.slices.next();
      const begun = performance.now();
      const isMeant = this.conditionsOf(object, each)?.every((condition) => holds(condition, after)) === true;
      this.took += performance.now() - begun;
      if (!isMeant) continue;
      if (each.view_id === null) this.due.add(each);
      else this.inQuestion.set(each, (this.inQuestion.get(each) ?? new Set()).add(row.subject_id));
    }
  }

  /**
   * Asks the views. Only after this, `names` has those automations.
   *
   * @returns how many automations could not be judged, these or others, because it would take too long
   */
  async askViews(views: ViewMembers): Promise<number> {
    const end = performance.now() + MAX_TIME;
    const left = new Set(this.unjudged);
    let questions = 0;
    for (const [automation, records] of this.inQuestion) {
      const ids = [...records];
      for (let from = 0; from < ids.length && !this.due.has(automation); from += RECORDS_AT_ONCE) {
        if (++questions > MAX_QUESTIONS || performance.now() > end) {
          left.add(automation);
          break;
        }
        if (await holdsAny(views, automation, ids.slice(from, from + RECORDS_AT_ONCE))) this.due.add(automation);
      }
    }
    return [...left].filter((each) => !this.due.has(each)).length;
  }

  /** Null of one that names something deleted: it does not run. */
  private conditionsOf(object: ObjectSchema, automation: AutomationEntity): Condition[] | null {
    const known = this.conditions.get(automation);
    if (known !== undefined) return known;
    const conditions = readCondition(object, automation);
    this.conditions.set(automation, conditions);
    return conditions;
  }

  private followers({ kind, object_id }: EventRow): AutomationEntity[] {
    return this.automations.filter((each) => each.kind === kind && each.object_id === object_id && !this.due.has(each));
  }
}

/** A view that cannot be asked any more holds nothing: its automation does not run. */
async function holdsAny(views: ViewMembers, { view_id, ...of }: AutomationEntity, ids: string[]): Promise<boolean> {
  try {
    return (await views.held({ ...of, view_id: view_id! }, ids)).size > 0;
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'unavailable') return false;
    throw error;
  }
}

function readCondition(object: ObjectSchema, { condition }: AutomationEntity): Condition[] | null {
  try {
    return judgeCondition(object, condition);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
