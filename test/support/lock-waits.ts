/** A row for each session of this database that waits for a lock; of a Citus one, on whichever node. */
export const LOCK_WAITS = waitsOf(`wait_event_type = 'Lock'`);

/** The same, of those that wait for the end of another transaction. */
export const TRANSACTION_WAITS = waitsOf(`wait_event = 'transactionid'`);

/** Ends the sessions that wait for a lock, with a row for each. */
export const END_LOCK_WAITS = waitsOf(`wait_event_type = 'Lock'`, 'pg_terminate_backend(pid)');

function waitsOf(condition: string, wanted = '1'): string {
  const from = `from pg_stat_activity where datname = current_database() and ${condition}`;
  return process.env.TEST_DATABASE_NODES
    ? `select 1 from run_command_on_all_nodes($$select count(${wanted}) ${from}$$) n, generate_series(1, n.result::int)`
    : `select ${wanted} ${from}`;
}
