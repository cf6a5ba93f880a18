import type { Session } from '../session.js';
import { Nodes } from './nodes.js';

/** Where the tables of a distributed database are. */
export interface Layout {
  readonly nodes: Nodes;
  /** Whether a statement is for the node of its tenant; all others are Citus's to place. */
  isOfTenant(text: string): boolean;
}

const IS_DISTRIBUTED = `select to_regprocedure('crm_on_shard(uuid, text, text, text[], boolean)') is not null as is_so`;

// Those of the queue have names such as `version`, as columns have too, and are only used with that of their schema.
const TABLES = `select case when c.relnamespace = 'public'::regnamespace then '' else 'pgboss.' end || c.relname as name,
    coalesce(d.colocationid = a.colocationid, false) as is_of_tenants
  from pg_class c
    join pg_dist_partition a on a.logicalrelid = 'public.record'::regclass
    left join pg_dist_partition d on d.logicalrelid = c.oid
  where c.relkind = 'r' and (c.relnamespace = 'public'::regnamespace and c.relname !~ '_\\d{6,}$'
    or c.relnamespace = to_regnamespace('pgboss'))`;

/** Of a database that is distributed. */
export async function layoutOf(session: Session): Promise<Layout | undefined> {
  const [found] = await session.query<{ is_so: boolean }>(
    { name: 'layout', text: IS_DISTRIBUTED, pipelined: true },
    [],
  );
  if (!found?.is_so) return undefined;
  const tables = await session.query<{ name: string; is_of_tenants: boolean }>({ text: TABLES }, []);
  const names = (isOfTenants: boolean) =>
    tables.filter((table) => table.is_of_tenants === isOfTenants).map(({ name }) => name);
  return new KnownLayout(names(true), names(false));
}

const MOST_TEXTS = 5000;

// What says of which workspace it is. Those that say it not are of several.
const OF_ONE = /workspace_id"? = \$\d|\b(?:select|values) ?\(?\$1\b/i;

class KnownLayout implements Layout {
  readonly nodes = new Nodes();
  private readonly known = new Map<string, boolean>();
  private readonly named: RegExp;
  private readonly shared: RegExp;

  constructor(tenants: readonly string[], others: readonly string[]) {
    this.named = mention('', tenants);
    // Copies may be read beside a tenant's rows, and written or locked only where all of them are.
    const copies = others.filter((name) => name === 'app_user');
    const rest = others.filter((name) => name !== 'app_user');
    this.shared = new RegExp(
      `${mention('(?:insert into|update|delete from)\\s+', copies).source}|${mention('', rest).source}`,
    );
  }

  isOfTenant(text: string): boolean {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    if (this.known.size >= MOST_TEXTS) this.known.clear();
    const isSo = OF_ONE.test(text) && this.named.test(text) && !this.shared.test(text);
    this.known.set(text, isSo);
    return isSo;
  }
}

function mention(before: string, names: readonly string[]): RegExp {
  return new RegExp(`${before}(?<![\\w.$'])"?(?:${names.join('|')})"?(?![\\w'])`);
}
