import type { Session } from '../../db/session.js';
import { Slices } from '../../db/slices.js';
import type { Span } from './compared.js';

/** Rows that one look at many spans reads: the process of everybody takes them in. */
const MAX_ROWS = 50_000;
/** Spans of one statement. */
const TOGETHER = 1000;

/** A span of the index of an attribute. */
export interface AttributeSpan extends Span {
  attribute_id: string;
}

/** A value found in a span, with a record that has it. */
export interface FoundValue {
  /** Place of the span among those that were looked for. */
  span: number;
  v: string;
  record_id: string;
}

/** Part of the index of an attribute, in byte order. */
export interface Stretch {
  /** Values: all, or those that several records have and the odd ones. */
  found: { v: string; n: number }[];
  /** The last value that was read; undefined where there was none. */
  last: string | undefined;
  /** Different values that were read. */
  values: number;
  /** Whether the end was not reached: then not all records with the last value may have been read. */
  isFull: boolean;
}

interface AskedStretch {
  attributeId: string;
  /** The first value that may be read. */
  from: string;
  /** Rows to read. */
  rows: number;
  /** All values, or those that several records have and those that a regular expression of Postgres finds. */
  which: 'all' | { odd: string | null };
}

/** What stands beside each other in the indexes of one workspace. */
export class DuplicatesStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** What stands in spans of indexes, at most `most` rows of each; a part of them at a time, so that others come between. */
  async near(spans: readonly AttributeSpan[], most: number): Promise<FoundValue[]> {
    const slices = new Slices();
    const found: FoundValue[] = [];
    for (let at = 0; at < spans.length && found.length < MAX_ROWS; at += TOGETHER) {
      const rows = await this.nearSome(spans.slice(at, at + TOGETHER), most, MAX_ROWS - found.length);
      for (const row of rows) found.push({ ...row, span: at + row.span });
      await slices.next();
    }
    return found;
  }

  private nearSome(spans: readonly AttributeSpan[], most: number, mostRows: number): Promise<FoundValue[]> {
    const text = `select (k.n - 1)::int as span, f.v, f.record_id
      from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality k(a, f, t, n)
      cross join lateral (select i.v, i.record_id from index_text i
        where i.workspace_id = $1 and i.attribute_id = k.a and i.v >= k.f and i.v <= k.t
        order by i.v, i.record_id limit $5) f
      limit $6`;
    return this.session.query<FoundValue>({ name: 'duplicates-near', text }, [
      this.workspaceId,
      spans.map(({ attribute_id }) => attribute_id),
      spans.map(({ from }) => from),
      spans.map(({ to }) => to),
      most,
      mostRows,
    ]);
  }

  /** The next values of an attribute, in byte order. */
  async stretch({ attributeId, from, rows, which }: AskedStretch): Promise<Stretch> {
    const text = `with grouped as materialized (select read.v, count(*)::int as n
        from (select i.v from index_text i
          where i.workspace_id = $1 and i.attribute_id = $2 and i.v >= $3
          order by i.v, i.record_id limit $4) read group by read.v)
      select v, n, null::int as values from grouped where $5 or n > 1 or v ~ $6
      union all select max(v), coalesce(sum(n), 0)::int, count(*)::int from grouped
      order by 3 nulls first, 1`;
    const odd = which === 'all' ? null : which.odd;
    const found = await this.session.query<{ v: string | null; n: number; values: number | null }>(
      { name: 'duplicates-stretch', text },
      [this.workspaceId, attributeId, from, rows, which === 'all', odd],
    );
    const end = found.pop()!;
    const last = end.v ?? undefined;
    return { found: found as Stretch['found'], last, values: end.values ?? 0, isFull: end.n === rows };
  }

  /** Records with words, at most `most` of them. Without a name: how rare the words are decides. */
  async withWords(tsquery: string, most: number): Promise<string[]> {
    const text = `select s.record_id from record_search s
      where s.workspace_id = $1 and s.tsv @@ $2::tsquery limit $3`;
    const rows = await this.session.query<{ record_id: string }>({ text }, [this.workspaceId, tsquery, most]);
    return rows.map(({ record_id }) => record_id);
  }
}
