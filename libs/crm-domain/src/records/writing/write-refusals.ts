import { CAPABILITIES, type Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { UniqueViolation } from '../../db/pg-errors.js';
import { DomainError, invalid, isEnough, type Issue } from '../../errors.js';
import type { ChangePlan, Patch } from './change-plan.js';
import type { Attribute } from '../../objects/schema.js';
import { StalePlanError } from './retry-stale-plans.js';
import type { WrittenRow } from '../record.store.js';

/** What was written where, and what of it the request itself gave; the rest are defaults. */
export interface Judged {
  patch: Patch;
  written: ReadonlySet<Attribute>;
  path: string;
  /** Takes the ids of attributes whose default names somebody who is no member any more. */
  past?: Set<string>;
}

/**
 * Names the attributes whose targets or users do not exist. A default that names who has left is left out, as one whose
 * option was archived is. @throws DomainError validation; StalePlanError to plan without such defaults
 */
export function refuseMissing(row: WrittenRow, { patch, written, path, past }: Judged): void {
  if (row.missing.length === 0 && row.strangers.length === 0) return;
  const missing = new Set(row.missing);
  const strangers = new Set(row.strangers);
  const known = past?.size;
  for (const [attribute, items] of patch) {
    const isPast = items.some((item) => strangers.has(attribute.valueType.member?.(item) ?? ''));
    if (isPast && !written.has(attribute)) past?.add(attribute.attribute_id);
  }
  if (past?.size !== known) throw new StalePlanError();
  const issues: Issue[] = [];
  for (const [attribute, items] of patch) {
    if (isEnough(issues)) break;
    for (const item of items) {
      const target = attribute.valueType.target?.(item)?.record_id;
      if (target && missing.has(target)) {
        issues.push({
          path: `${path}.${attribute.slug}`,
          message: `There is no record ${target} of that type.`,
          expected: 'an existing record',
        });
      }
      const user = attribute.valueType.member?.(item);
      if (user && strangers.has(user)) {
        issues.push({
          path: `${path}.${attribute.slug}`,
          message: `There is no member ${user} in this workspace. GET /v1/members lists them.`,
          expected: 'id of a member',
        });
      }
    }
  }
  if (issues.length > 0) throw new MissingTargets(invalid(issues), row.missing);
}

/** The refusal of a write that refers to records or users that are not there. */
export class MissingTargets extends DomainError {
  constructor(
    { kind, message, issues }: DomainError,
    /** Ids of the records. */
    readonly recordIds: readonly string[],
  ) {
    super(kind, message, issues);
  }
}

/**
 * Turns a violated unique value into an issue that names the attribute and, to who may read it, the record that holds
 * it.
 * @throws DomainError validation, or what was thrown if it is something else
 */
export async function explainUniqueViolation(
  error: unknown,
  write: { db: Db; caller: Caller; plan: ChangePlan; path: string },
): Promise<never> {
  if (!(error instanceof UniqueViolation) || error.constraint !== 'record_unique_value') throw error;
  const { db, caller, plan, path } = write;
  const [holders, access] = await db.autocommit(caller.workspace_id, async (stores) => [
    await stores.records.holders(plan.unique.add),
    await stores.access.find(caller),
  ]);
  // Freed in the meantime: the write may now succeed.
  if (holders.length === 0) throw new StalePlanError();
  const mayRead = ((access?.may ?? 0) & CAPABILITIES['read:data']) !== 0;
  throw invalid(
    holders.map((holder): Issue => {
      const slug =
        plan.changed.find(({ attribute }) => attribute.attribute_id === holder.attribute_id)?.attribute.slug ??
        holder.attribute_id;
      const where = holder.trashed ? ' in the trash' : '';
      return {
        path: `${path}.${slug}`,
        message: `This value must be unique and is held by another record${where}.`,
        expected: 'a value no other record has',
        reason: 'unique_taken',
        ...(mayRead ? { record_id: holder.record_id } : {}),
      };
    }),
  );
}
