import { invalid, type Issue } from '../errors.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import { Verdicts } from '../objects/verdicts.js';
import type { Mention } from './automation.js';
import type { AutomationEntity } from './automation.entity.js';
import { issuesOfParts, judgeParts } from './judge-automation.js';
import { issuesOf, mentionsOf } from './mentions.js';

/** What was found of an automation in the schema: what is wrong with it, or what it names beside the schema. */
export interface Examined {
  issues: readonly Issue[];
  mentions: readonly Mention[];
}

const verdicts = new Verdicts<Examined>(({ issues, mentions }) =>
  [...issues.slice(0, 1), ...mentions].reduce((sum, each) => sum + JSON.stringify(each).length, 0),
);

/**
 * What is known of an automation by the schema of this moment, which may be another than when it was made. Each is
 * judged once by each schema. Of several issues, all stand for the first: nothing else is told of them.
 */
export function examined(schema: WorkspaceSchema, row: AutomationEntity): Examined {
  const { kind, object_id, condition, view_id, actions } = row;
  return verdicts.of(schema, [kind, object_id, condition, view_id, actions], () => {
    const { issues, mentions } = examine(schema, row);
    const told = issues[0] && { path: issues[0].path, message: issues[0].message };
    return { mentions, issues: told ? Array<Issue>(issues.length).fill(told) : [] };
  });
}

function examine(schema: WorkspaceSchema, row: AutomationEntity): Examined {
  const parts = judgeParts(schema, { ...row, object: row.object_id });
  const deleted = { path: 'object', message: 'The object was deleted.' };
  const object = { ...parts.object, issues: parts.object.judged ? [] : [deleted] };
  const { view_id } = row;
  const ofView: Mention[] = view_id === null ? [] : [{ path: 'view', of: 'view', id: view_id }];
  return { issues: issuesOfParts({ ...parts, object }), mentions: [...mentionsOf(schema, parts), ...ofView] };
}

/**
 * Why an automation cannot do what it was made for, in a sentence; null when it can.
 *
 * @param brokenView what is wrong with its view
 */
export function whyBroken(
  { issues, mentions }: Examined,
  missing: ReadonlySet<string>,
  brokenView?: string,
): string | null {
  const ofView = brokenView === undefined ? [] : [{ path: 'view', message: brokenView }];
  const all = [...issues, ...issuesOf(mentions.filter(({ id }) => missing.has(id))), ...ofView];
  return all.length > 0 ? invalid(all).message : null;
}
