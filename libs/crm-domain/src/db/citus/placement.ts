import type { DataSource } from 'typeorm';
import { DomainError } from '../../errors.js';

/** A table that Citus knows, and how it keeps it. */
export interface Placed {
  name: string;
  /** `split` by a column over the nodes, `copied` to every node, `kept` on the coordinator alone. */
  kind: 'split' | 'copied' | 'kept' | 'whole';
  /** What it is split by. */
  column: string | null;
  /** Tables with the same number have the rows of a tenant together on one node. */
  colocation: number;
}

/** A table that is not where `crm distribute` would place it. */
export interface Misplaced {
  table: string;
  /** How it is placed, as the end of a sentence. */
  how: string;
  /** What has it placed anew. */
  fix: string;
}

/** Where tables should be. */
export interface Places {
  copied: readonly string[];
  tenants: readonly string[];
  local: readonly string[];
  /** That beside which all of the tenants' are placed. */
  anchor: string;
}

// A table of one shard that is split by nothing is on one node as a whole.
const PLACED = `select logicalrelid::text as name, case when partkey is not null then 'split' when repmodel = 't' then 'copied'
    when colocationid = 0 then 'kept' else 'whole' end as kind,
  column_to_column_name(logicalrelid, partkey) as column, colocationid::int as colocation
  from pg_dist_partition order by 1`;

export function placedTables(source: Pick<DataSource, 'query'>): Promise<Placed[]> {
  return source.query<Placed[]>(PLACED);
}

/**
 * What of the tables that Citus knows is placed as it should be. Those that are only kept on the coordinator may still
 * be placed; Citus notes some so by itself.
 */
export class Placement {
  private readonly byName: ReadonlyMap<string, Placed>;
  /** Of the tables of tenants. */
  private readonly colocation: number | undefined;

  constructor(
    placed: readonly Placed[],
    private readonly places: Places,
  ) {
    this.byName = new Map(placed.map((each) => [each.name, each]));
    this.colocation = this.colocationOf(places.anchor) ?? this.mostCommon();
  }

  /** Whether nothing is left to be done for a table, rightly or not. */
  isDone(name: string): boolean {
    const found = this.byName.get(name);
    return found !== undefined && found.kind !== 'kept';
  }

  /** A table of tenants beside which others can be placed; undefined where there is none yet. */
  get beside(): string | undefined {
    const { anchor, tenants } = this.places;
    const isRight = (name: string) => this.colocation !== undefined && this.colocationOf(name) === this.colocation;
    return [anchor, ...tenants].find(isRight);
  }

  /** What `crm distribute` cannot mend by itself. */
  get misplaced(): Misplaced[] {
    const { copied, tenants, local } = this.places;
    const wrong = [
      ...copied.map((name) => [name, this.copiedAs(name)]),
      ...tenants.map((name) => [name, this.splitAs(name)]),
      ...local.map((name) => [name, this.keptAs(name)]),
    ] as [string, string | undefined][];
    return wrong.flatMap(([table, how]) => (how === undefined ? [] : [{ table, how, fix: fixOf(table) }]));
  }

  private copiedAs(name: string): string | undefined {
    return this.isDone(name) && this.kindOf(name) !== 'copied'
      ? `${this.told(name)}, not copied to every node`
      : undefined;
  }

  private splitAs(name: string): string | undefined {
    if (!this.isDone(name)) return undefined;
    const colocation = this.colocationOf(name);
    if (colocation === undefined) return `${this.told(name)}, not split by workspace_id`;
    return colocation === this.colocation ? undefined : `split apart from the other tables of workspaces`;
  }

  private keptAs(name: string): string | undefined {
    return this.isDone(name) ? `${this.told(name)}, not kept on the coordinator alone` : undefined;
  }

  private told(name: string): string {
    const { kind, column } = this.byName.get(name)!;
    if (kind === 'split') return `split by ${column}`;
    return kind === 'copied' ? 'copied to every node' : 'as a whole on one node';
  }

  private kindOf(name: string): Placed['kind'] | undefined {
    return this.byName.get(name)?.kind;
  }

  /** Of a table that is split as those of tenants are. */
  private colocationOf(name: string): number | undefined {
    const found = this.byName.get(name);
    return found?.kind === 'split' && found.column === 'workspace_id' ? found.colocation : undefined;
  }

  /** Where the table that should lead was taken out alone, the others go on. */
  private mostCommon(): number | undefined {
    const all = this.places.tenants.map((name) => this.colocationOf(name)).filter((each) => each !== undefined);
    const groups = [...Map.groupBy(all, (each) => each).values()];
    return groups.sort((a, b) => b.length - a.length)[0]?.[0];
  }
}

function fixOf(table: string): string {
  return `Stop the services, run select undistribute_table('public.${table}', cascade_via_foreign_keys => true) on the coordinator, then crm distribute.`;
}

/** Nothing goes on beside these. @throws DomainError conflict where there are some: all in one sentence, and what to do */
export function refuseMisplaced(misplaced: readonly Misplaced[]): void {
  const [first] = misplaced;
  if (!first) return;
  const tables = misplaced.map(({ table, how }) => `${table} is ${how}`).join('; ');
  const each = misplaced.length > 1 ? ' The same for each of them.' : '';
  throw new DomainError('conflict', `Not all tables are where they belong: ${tables}. ${first.fix}${each}`);
}
