/** A row for each session of this database that waits for a lock; of a Citus one, on whichever node. */
export const LOCK_WAITS = waitsOf(`wait_event_type = 'Lock'`);

/** The same, of those that wait for the end of another transaction. */
export const TRANSACTION_WAITS = waitsOf(`wait_event = 'transactionid'`);

function waitsOf(condition: string): string {
  const waits = `from pg_stat_activity where datname = current_database() and ${condition}`;
  return process.env.TEST_DATABASE_NODES
    ? `select 1 from run_command_on_all_nodes($$select count(*) ${waits}$$) n, generate_series(1, n.result::int)`
    : `select 1 ${waits}`;
}
