const WAITS = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const OF_ALL_NODES = `select 1 from run_command_on_all_nodes($$select count(*) ${WAITS}$$) n, generate_series(1, n.result::int)`;

/** A row for each session of this database that waits for a lock; of a Citus one, on whichever node. */
export const LOCK_WAITS = process.env.TEST_DATABASE_NODES ? OF_ALL_NODES : `select 1 ${WAITS}`;
