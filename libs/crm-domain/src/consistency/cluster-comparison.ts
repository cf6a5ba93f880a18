import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../crm-database.js';
import { SHARED_TABLES } from '../db/distribution.js';
import type { ClusterStore } from './cluster.store.js';
import { Findings, type Finding } from './finding.js';

const AT_ONCE = 200;
/** Nodes are not asked at one moment: what is under way differs between them for that long. */
const PAUSE_MS = 2000;

const NAMES = 'Names that workspaces and keys are found by are missing, or lead to another workspace';
const STRAY = 'Names lead to a workspace or a key that is not there';

/** What a Citus keeps beside the rows of workspaces; nothing of a database in one piece. */
export async function compareCluster(db: Db, workspaceIds: readonly string[]): Promise<Finding[]> {
  const first = await differences(db, workspaceIds);
  if (first.size === 0) return [];
  await sleep(PAUSE_MS);
  const second = await differences(db, workspaceIds);
  const findings = new Findings(null);
  for (const [key, [check, what, example]] of second) if (first.has(key)) findings.add(check, what, example);
  return findings.list;
}

type Difference = [check: string, what: string, example: string];

async function differences(db: Db, workspaceIds: readonly string[]): Promise<Map<string, Difference>> {
  const found = new Map<string, Difference>();
  const add = (check: string, what: string, id: string, example = id) =>
    void found.set(`${what} ${id}`, [check, what, example]);
  await db.autocommit('', async ({ cluster }) => {
    if (!cluster.isSpread) return;
    for (let at = 0; at < workspaceIds.length; at += AT_ONCE)
      for (const name of await cluster.missingNames(workspaceIds.slice(at, at + AT_ONCE))) add('names', NAMES, name);
    await strays(cluster, (name) => add('names', STRAY, name));
    for (const table of SHARED_TABLES.copied)
      for (const told of await cluster.differingCopies(table))
        add('copies', `Nodes have another copy of ${table} than the coordinator`, told.split(': ')[0]!, told);
  });
  return found;
}

async function strays(cluster: ClusterStore, add: (name: string) => void): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const { stray, last } = await cluster.strayNames(after);
    for (const name of stray) add(name);
    after = last;
  }
}
