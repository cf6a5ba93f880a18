import type { Session } from '../db/session.js';

const INDEX = 'record_search_tsv';
// Held while one process cleans; the others have nothing to wait for.
const CLEANING_LOCK = 7_262_836_003;

/** Rows written to the searched table so far, over all workspaces, as far as Postgres's own statistics know. */
export async function searchWrites(session: Session): Promise<string> {
  const text = `select (pg_stat_get_tuples_inserted(t) + pg_stat_get_tuples_updated(t))::text as n
    from (select 'record_search'::regclass::oid) x(t)`;
  const [row] = await session.query<{ n: string }>({ name: 'search-writes', text }, []);
  return row?.n ?? '';
}

/**
 * Moves what waits in the index's pending list to its place. Gives the pages moved, or null while another process is at
 * it.
 */
export async function cleanPendingList(session: Session): Promise<number | null> {
  const text = `select case when pg_try_advisory_xact_lock($1)
    then gin_clean_pending_list('${INDEX}') end::int as pages`;
  const [row] = await session.query<{ pages: number | null }>({ name: 'search-clean', text }, [CLEANING_LOCK]);
  return row?.pages ?? null;
}
