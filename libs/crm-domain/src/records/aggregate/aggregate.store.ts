import type { Session } from '../../db/session.js';
import { QueryWriter } from '../query/query-writer.js';
import type { Scan } from '../query/query-plan.js';
import type { JudgedAggregate } from './aggregate.js';
import type { IndexScan } from './aggregate-plan.js';
import { indexGroups, recordGroups } from './aggregate.statements.js';

/** A group by its keys, or (without a place) what the groups beyond the limit have together in one unit. */
export interface GroupRow {
  /** Its place, from 1. */
  at: number | null;
  g0: string | null;
  g1: string | null;
  /** The unit of its amounts. */
  u: string | null;
  /** Results of the measures. */
  f: readonly (number | null)[];
  /** How many groups it stands for. */
  groups: number;
}

/** Who made records: a member, or an API key, which has no e-mail address. */
export interface Person {
  id: string;
  name: string;
  email: string | null;
}

/** Statements of aggregates; like those of queries they are planned with their values, and have no name. */
export class AggregateStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Undefined where there was more to look at than may be. */
  async groups(
    objectId: string,
    asked: JudgedAggregate,
    by: { scan: Scan } | { index: IndexScan },
  ): Promise<GroupRow[] | undefined> {
    const writer = new QueryWriter(this.workspaceId, objectId);
    const statement = 'scan' in by ? recordGroups(writer, by.scan, asked) : indexGroups(writer, by.index, asked);
    const rows = await this.session.query<Omit<GroupRow, 'f'> & { f: GroupRow['f'] | null; cut: boolean }>(
      statement,
      writer.values,
    );
    if (rows.some(({ cut }) => cut)) return undefined;
    const groups = rows.filter((row): row is GroupRow & { cut: boolean } => row.f !== null);
    return groups.sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity));
  }

  /** Those of these ids that are members or API keys of the workspace. */
  people(ids: readonly string[]): Promise<Person[]> {
    const text = `select u.user_id as id, u.name, u.email
        from membership m
        join app_user u on u.user_id = m.user_id
        where m.workspace_id = $1 and m.user_id = any($2::uuid[])
      union all
      select k.api_key_id, k.name, null
        from api_key k
        where k.workspace_id = $1 and k.api_key_id = any($2::uuid[])`;
    return this.session.query<Person>({ name: 'aggregate-people', text }, [this.workspaceId, ids]);
  }
}
