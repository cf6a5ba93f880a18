import { DomainError, invalid, type Issue } from '../errors.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { AutomationEntity } from './automation.entity.js';
import { judgeAutomation } from './judge-automation.js';
import { issuesOf, mentionsOf, type Mention } from './mentions.js';

/** What was found of an automation in the schema: what is wrong with it, or what it names beside the schema. */
export interface Examined {
  issues: readonly Issue[];
  mentions: readonly Mention[];
}

/** Judges an automation by the schema of this moment, which may be another than when it was made. */
export function examine(schema: WorkspaceSchema, row: AutomationEntity): Examined {
  if (!schema.find(row.object_id))
    return { issues: [{ path: 'object', message: 'The object was deleted.' }], mentions: [] };
  try {
    judgeAutomation(schema, { ...row, object: row.object_id });
    return { issues: [], mentions: mentionsOf(schema, row) };
  } catch (error) {
    if (error instanceof DomainError && error.issues.length > 0) return { issues: error.issues, mentions: [] };
    throw error;
  }
}

/** Why an automation cannot do what it was made for, in a sentence; null when it can. */
export function whyBroken({ issues, mentions }: Examined, missing: ReadonlySet<string>): string | null {
  const all = [...issues, ...issuesOf(mentions.filter(({ id }) => missing.has(id)))];
  return all.length > 0 ? invalid(all).message : null;
}
