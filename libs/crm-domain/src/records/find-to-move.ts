import type { AccessPolicy } from '../access/access-policy.js';
import type { Caller } from '../actor.js';
import { DomainError } from '../errors.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import type { Stores } from '../stores.js';
import { recordIdOf } from '../values/record-slug.js';
import { authorizeAndFind, type Located, type RecordAddress } from './authorize-and-find.js';

const MOVED = {
  into: 'The record is in the trash already. Nothing was changed.',
  'out of': 'The record is not in the trash, so that there is nothing to restore. Nothing was changed.',
};

/**
 * Finds a record that moves into the trash or out of it.
 *
 * @throws DomainError unauthenticated, forbidden; not_found, which says where a record is that moved before
 */
export async function findToMove(
  stores: Stores,
  { schemas, policy }: { schemas: SchemaCache; policy: AccessPolicy },
  { caller, at, to }: { caller: Caller; at: RecordAddress; to: keyof typeof MOVED },
): Promise<Located> {
  const id = recordIdOf(at.record) ?? null;
  const find = async (isTrashed: boolean) => {
    const found = await (isTrashed ? stores.records.findTrashed(caller, id) : stores.records.find(caller, id));
    const asked = { caller, found, at, needs: 'write:data' as const, store: stores.schema };
    return authorizeAndFind(schemas, policy, asked);
  };
  try {
    return await find(to === 'out of');
  } catch (error) {
    if (!isMissing(error) || !(await find(to === 'into').catch(unlessMissing))) throw error;
    throw new DomainError('not_found', MOVED[to]).because('record_not_found');
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof DomainError && error.reason === 'record_not_found';
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
