import type { ColumnType } from 'typeorm';

/** The moment of the transaction. */
export const NOW = (): string => 'now()';

/** The moment of the transaction as the wire shows it, without what is finer than a millisecond. */
export const NOW_IN_MS = (): string => `date_trunc('milliseconds', now())`;

/** The id of a transaction. TypeORM does not list it among the types of Postgres: `dataSource` adds it. */
export const XID8 = 'xid8' as ColumnType;
