import { NAMES, TENANT_NAME } from '../db/citus/tenant-name.js';
import type { Session } from '../db/session.js';

/** What one node has of a table that each has a copy of. */
interface Copy {
  node: string;
  is_coordinator: boolean;
  is_read: boolean;
  /** The number of its rows and a digest of them; of a copy that could not be read, why. */
  told: string;
}

interface Name {
  name: string;
  workspace_id: string;
}

const DUE = `select n.name, n.workspace_id::text as workspace_id from (${NAMES}) n`;
const PAGE = 1000;

// Each node writes moments in the zone of its own settings, so that is set before any row is written as text.
const DIGEST = `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)
  from (select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true)) z cross join %s t`;
const COPIES = `select n.nodename || ':' || n.nodeport as node, n.groupid = 0 as is_coordinator, c.success as is_read,
    c.result as told
  from run_command_on_placements($1, $2) c join pg_dist_node n on n.nodename = c.nodename and n.nodeport = c.nodeport
  order by n.groupid`;

/** Reads what a Citus keeps beside the rows of workspaces: names on the coordinator, copies of a table on each node. */
export class ClusterStore {
  constructor(private readonly session: Session) {}

  /** Whether the database is spread over nodes. */
  get isSpread(): boolean {
    return this.session.tenantNames !== undefined;
  }

  /** Names of some workspaces and their keys that do not lead to them. */
  async missingNames(workspaceIds: readonly string[]): Promise<string[]> {
    const text = `${DUE} where n.workspace_id = any($1::uuid[]) order by 1`;
    const due = await this.session.query<Name>({ text }, [workspaceIds]);
    const known = `select name, workspace_id::text as workspace_id from ${TENANT_NAME} where name = any($1::text[])`;
    const found = await this.session.query<Name>({ text: known }, [due.map(({ name }) => name)]);
    return without(due, found);
  }

  /** Names that lead to what is not there; the `name` is what to go on after. */
  async strayNames(after: string): Promise<{ stray: string[]; last: string | undefined }> {
    const some = `select name, workspace_id::text as workspace_id from ${TENANT_NAME} where name > $1 order by name limit ${PAGE}`;
    const told = await this.session.query<Name>({ text: some }, [after]);
    const text = `${DUE} where n.workspace_id = any($1::uuid[]) and n.name = any($2::text[])`;
    const values = [told.map(({ workspace_id }) => workspace_id), told.map(({ name }) => name)];
    const found = await this.session.query<Name>({ text }, values);
    return { stray: without(told, found), last: told.at(-1)?.name };
  }

  /** Nodes whose copy of a table differs from that of the coordinator, each with what it has, or why it was not read. */
  async differingCopies(table: string): Promise<string[]> {
    const copies = await this.session.query<Copy>({ text: COPIES }, [`public.${table}`, DIGEST]);
    const first = copies.find(({ is_coordinator }) => is_coordinator);
    return copies
      .filter(({ is_read, told }) => !is_read || told !== first?.told)
      .map(({ node, is_read, told }) => `${node}: ${is_read ? `${told.split(' ')[0]} rows` : told.split('\n')[0]}`);
  }
}

function without(names: readonly Name[], others: readonly Name[]): string[] {
  const known = new Set(others.map(({ name, workspace_id }) => `${workspace_id} ${name}`));
  return names.filter(({ name, workspace_id }) => !known.has(`${workspace_id} ${name}`)).map(({ name }) => name);
}
