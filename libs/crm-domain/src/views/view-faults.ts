import type { Db } from '../crm-database.js';
import { Slices } from '../db/slices.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { ViewEntity } from './view.entity.js';
import { faultOf, verdictOn, type ViewVerdict } from './view-query.js';
import { OBJECT_GONE_FAULT, brokenView } from './view.js';

/** What is wrong with a view that asks for `me` where the service itself asks it. */
const NOBODY_IS_ME = 'It asks for "me", and nobody is "me" for a webhook or an automation.';

/**
 * What is wrong with each of these views at this moment, in a sentence; null where nothing is.
 *
 * @param isForNobody whether the service itself asks them
 */
export async function faultsOf(
  db: Db,
  schema: WorkspaceSchema,
  rows: readonly ViewEntity[],
  isForNobody = false,
): Promise<(string | null)[]> {
  const slices = new Slices();
  const verdicts: (ViewVerdict | undefined)[] = [];
  for (const { object_id, query } of rows) {
    await slices.next();
    const object = schema.find(object_id);
    verdicts.push(object && verdictOn({ schema, object }, query));
  }
  const strangers = new Set(verdicts.flatMap((verdict) => [...(verdict?.strangers ?? [])]));
  const members =
    strangers.size === 0
      ? new Map<string, string | null>()
      : await db.autocommit(schema.workspace_id, ({ queries }) => queries.membersBy([...strangers]));
  const faults: (string | null)[] = [];
  for (const [at, { object_id, query }] of rows.entries()) {
    await slices.next();
    const object = schema.find(object_id);
    const fault = object ? faultOf({ schema, object }, query, members, verdicts[at]) : OBJECT_GONE_FAULT;
    faults.push(fault ?? (isForNobody && verdicts[at]?.namesMe ? NOBODY_IS_ME : null));
  }
  return faults;
}

/** The views among these ids that are broken for a webhook or an automation, with what a query through each is refused with. */
export async function brokenViews(
  db: Db,
  schema: WorkspaceSchema,
  viewIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const asked = new Set(viewIds.filter((id) => id !== null));
  if (asked.size === 0) return new Map();
  const all = await db.autocommit(schema.workspace_id, ({ views }) => views.list());
  const rows = all.filter(({ view_id }) => asked.has(view_id));
  const faults = await faultsOf(db, schema, rows, true);
  return new Map(
    rows.flatMap((row, at) => {
      const fault = faults[at];
      return fault ? [[row.view_id, brokenView(row, fault).message] as const] : [];
    }),
  );
}
