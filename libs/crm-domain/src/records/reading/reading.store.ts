import type { Session } from '../../db/session.js';
import type { Values } from '../document.js';
import { folded, foldedOnce } from '../query/folded-sql.js';
import { PAGE_BYTES, SIZE, held } from '../record-size.js';
import { anyWordStatement } from './any-word.statements.js';

/** Records that hold the words are looked at up to here. */
const MAX_LOOKED_AT = 1001;
const NAME = folded('r.label');
const WORDS = foldedOnce('$4');

export interface FoundRow {
  record_id: string;
  object_id: string;
  label: string | null;
}

export interface ValuesRow {
  record_id: string;
  object_id: string;
  vals: Values;
  /** Its size. */
  bytes: number;
}

export class ReadingStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Names of those who are members. */
  async namesOf(userIds: readonly string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.session.query<{ user_id: string; name: string }>(
      {
        name: 'member-names',
        text: `select u.user_id, u.name
          from membership m
          join app_user u on u.user_id = m.user_id
          where m.workspace_id = $1 and m.user_id = any($2::uuid[])`,
      },
      [this.workspaceId, userIds],
    );
    return new Map(rows.map(({ user_id, name }) => [user_id, name]));
  }

  /** Without a name, so that it is planned with its words: how rare they are decides. */
  find(asked: { tsquery: string; objectIds: string[]; text: string; limit: number }): Promise<FoundRow[]> {
    return this.session.query<FoundRow>(
      {
        text: `with m as materialized (select s.record_id
          from record_search s
          where s.workspace_id = $1 and s.tsv @@ $2::tsquery
          limit ${MAX_LOOKED_AT})
        select r.record_id, r.object_id, r.label
        from m
        join record r on r.workspace_id = $1 and r.record_id = m.record_id
        where r.object_id = any($3::uuid[]) and r.trashed_at is null and r.deleted_at is null
        order by ${NAME} = ${WORDS} desc nulls last, strpos(${NAME}, ${WORDS}) > 0 desc nulls last, r.record_id desc
        limit $5`,
      },
      [this.workspaceId, asked.tsquery, asked.objectIds, asked.text, asked.limit],
    );
  }

  /** The same of those that hold any of the words, each with its own tsquery. */
  findAny(asked: { words: string[]; tsqueries: string[]; objectIds: string[]; limit: number }): Promise<FoundRow[]> {
    const { words, tsqueries, objectIds, limit } = asked;
    const text = anyWordStatement(words.length);
    return this.session.query<FoundRow>({ text }, [this.workspaceId, objectIds, words, limit, ...tsqueries]);
  }

  /** Values of records in the order of their ids, as many as make a page. */
  valuesOf(recordIds: readonly string[]): Promise<ValuesRow[]> {
    const text = `select r.record_id, r.object_id, r.vals, r.bytes
      from (select r.*, ${held('k.n')} as held, (${SIZE})::int as bytes
        from unnest($2::uuid[]) with ordinality k(id, n)
        join record r on r.workspace_id = $1 and r.record_id = k.id
        where r.deleted_at is null) r
      where r.held < ${PAGE_BYTES}
      order by r.held`;
    return this.session.query<ValuesRow>({ name: 'found-values', text }, [this.workspaceId, recordIds]);
  }
}
