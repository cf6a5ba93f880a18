import { CAPABILITIES, type Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import { UniqueViolation } from '../db/pg-errors.js';
import { invalid, isEnough, type Issue } from '../errors.js';
import type { ChangePlan, Patch } from './change-plan.js';
import { Outdated } from './persevere.js';
import type { WrittenRow } from './record.store.js';

/** Names the attributes whose targets or users do not exist. @throws DomainError validation */
export function refuseMissing(written: WrittenRow, patch: Patch, path: string): void {
  if (written.missing.length === 0 && written.strangers.length === 0) return;
  const missing = new Set(written.missing);
  const strangers = new Set(written.strangers);
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
      const user = attribute.type === 'actor-reference' ? attribute.valueType.index?.(item)?.ref : undefined;
      if (user && strangers.has(user)) {
        issues.push({
          path: `${path}.${attribute.slug}`,
          message: `There is no member ${user} in this workspace. GET /v1/members lists them.`,
          expected: 'id of a member',
        });
      }
    }
  }
  if (issues.length > 0) throw invalid(issues);
}

/**
 * Turns a violated unique value into an issue that names the attribute and, to who may read it, the record that holds it.
 * @throws DomainError validation, or what was thrown if it is something else
 */
export async function explainTaken(
  error: unknown,
  write: { db: Db; claim: Claim; plan: ChangePlan; path: string },
): Promise<never> {
  if (!(error instanceof UniqueViolation) || error.constraint !== 'record_unique_value') throw error;
  const { db, claim, plan, path } = write;
  const [holders, access] = await db.read(claim.workspace_id, async (stores) => [
    await stores.records.holders(plan.unique.add),
    await stores.access.find(claim),
  ]);
  // Freed in the meantime: the write may now succeed.
  if (holders.length === 0) throw new Outdated();
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
