import pg from 'pg';
import { CpuTime } from '#platform';
import { HOLD_SHARD } from '../citus/on-shard.js';
import { afterOthers } from '../event-loop.js';
import type { Columns, HeldShard, Statement } from '../session.js';
import { WorkTime } from '../work-time.js';
import { NoAnswer, waitForever } from './no-answer.js';

/** A column as Postgres describes it before the first row. */
interface Column {
  name: string;
  dataTypeID: number;
}

/** How the rows of a statement are read: by name and type of each column. */
interface Shape {
  columns: readonly Column[];
  parsers: ((text: string) => unknown)[];
  /** A row before its values. */
  empty: Record<string, unknown>;
}

type Row = Record<string, unknown>;
type Settle = (error: unknown, result?: { rows: Row[] }) => void;

/**
 * What the driver takes beside texts: a query of whatever class, and whom to tell. The pool gives its connection back
 * by itself.
 */
interface Asked {
  query(query: pg.Query, values: undefined, settle: Settle): void;
}

/** Milliseconds for which rows are read that take long to be answered with, too: a page takes less than one. */
const LONG_MS = 3;

/**
 * Shapes by the names of statements. A name always has the same text, and where its columns become others its shape is
 * made anew.
 */
const SHAPES = new Map<string, Shape>();

/** The rows of a statement. @throws what Postgres or the driver says */
export function rowsOf(client: pg.Pool | pg.PoolClient, statement: Statement, values: unknown[]): Promise<unknown[]> {
  if (statement.unhurried) waitForever(client);
  return new Promise((resolve, reject) => {
    // Others' statements are not the time of this one, nor is a server that cannot be reached or gives no answer.
    const wait = WorkTime.pause();
    const begin = wait?.end;
    const end = WorkTime.awaitAnswer();
    const charge = CpuTime.account();
    const settle: Settle = (error, result) => {
      charge(query.parsingMs);
      CpuTime.resume();
      end(!error || error instanceof pg.DatabaseError);
      if (error instanceof NoAnswer) wait?.endNow();
      else begin?.();
      if (error) reject(error as Error);
      else if (query.parsingMs < LONG_MS) resolve(result!.rows);
      else
        afterOthers(() => {
          CpuTime.resume();
          resolve(result!.rows);
        });
    };
    const query = new RowsQuery(statement, values, begin);
    (client as unknown as Asked).query(query, undefined, settle);
  });
}

/**
 * A statement of which only the rows are wanted. The driver's own query finds out for each answer anew how its rows are
 * to be read, which takes longer than reading them (docs/decisions/0010).
 */
class RowsQuery extends pg.Query {
  declare callback?: Settle;
  declare name?: string;
  /** Milliseconds that reading its rows took; they come while others have their turns. */
  parsingMs = 0;
  private readonly found: Row[] = [];
  private shape?: Shape;
  private failure: unknown;
  private plainNames?: ReadonlyMap<string, string>;

  /** @param begin called when there is a connection to send the statement over */
  constructor({ name, text, holds }: Statement, values: unknown[], begin?: () => void) {
    super(text, values);
    this.name = name;
    if (begin) this.beforeSubmit(begin);
    if (holds) this.hold(holds);
  }

  /** Both are one message, and so one transaction: a shard that is held stays until what is done there is done. */
  private hold({ id, plainNames }: HeldShard): void {
    this.plainNames = plainNames;
    if (id === null) return;
    const own = this as unknown as { prepare(connection: pg.Connection): void; requiresPreparation(): boolean };
    const { prepare } = own;
    own.requiresPreparation = () => true;
    own.prepare = (connection) => {
      connection.bind({ statement: HOLD_SHARD.name, values: [id], portal: '', binary: '' }, true);
      connection.execute({ portal: '', rows: '0' }, true);
      prepare.call(this, connection);
    };
  }

  private beforeSubmit(begin: () => void): void {
    const { submit } = this;
    this.submit = (connection) => {
      begin();
      return submit.call(this, connection);
    };
  }

  /** Called by the driver, as all that follow. */
  handleRowDescription(description: { fields: Column[] }): void {
    const { name, plainNames } = this;
    const fields = plainNames ? renamed(description.fields, plainNames) : description.fields;
    const known = name === undefined ? undefined : SHAPES.get(name);
    this.shape = known && describes(known, fields) ? known : shapeOf(fields);
    if (name !== undefined && this.shape !== known) SHAPES.set(name, this.shape);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    // Of the call that holds the shard, which is not described.
    if (!this.shape) return;
    const { columns, parsers, empty } = this.shape;
    // A spread of objects of many kinds takes twice as long.
    const row = Object.assign({}, empty);
    const begun = performance.now();
    try {
      for (let at = 0; at < fields.length; at++) {
        const text = fields[at]!;
        row[columns[at]!.name] = text === null ? null : parsers[at]!(text);
      }
      this.found.push(row);
    } catch (error) {
      this.failure ??= error;
    } finally {
      this.parsingMs += performance.now() - begun;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.failure) this.callback?.(this.failure);
    else this.callback?.(null, { rows: this.found });
  }
}

/** What a statement would give; it is not run. @throws what Postgres or the driver says */
export function describeRows(client: pg.Pool | pg.PoolClient, text: string): Promise<Columns> {
  return new Promise((resolve, reject) => {
    const query = new DescribeQuery(text);
    const settle: Settle = (error) => (error ? reject(error as Error) : resolve(query.columns));
    (client as unknown as Asked).query(query, undefined, settle);
  });
}

class DescribeQuery extends pg.Query {
  declare callback?: Settle;
  declare text: string;
  columns: Columns = { names: [], parsers: [] };

  /** Called by the driver, as all that follow. */
  override submit = (connection: pg.Connection): void => {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  };

  handleRowDescription({ fields }: { fields: Column[] }): void {
    const { columns, parsers } = shapeOf(fields);
    this.columns = { names: columns.map(({ name }) => name), parsers };
  }

  handleReadyForQuery(): void {
    this.callback?.(null, { rows: [] });
  }
}

function renamed(fields: readonly Column[], names: ReadonlyMap<string, string>): Column[] {
  return fields.map(({ name, dataTypeID }) => ({ name: names.get(name) ?? name, dataTypeID }));
}

function describes({ columns }: Shape, fields: readonly Column[]): boolean {
  if (columns.length !== fields.length) return false;
  for (let at = 0; at < fields.length; at++) {
    const [held, given] = [columns[at]!, fields[at]!];
    if (held.dataTypeID !== given.dataTypeID || held.name !== given.name) return false;
  }
  return true;
}

function shapeOf(fields: readonly Column[]): Shape {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
  const parsers = columns.map(
    ({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
  );
  return { columns, parsers, empty: Object.fromEntries(columns.map(({ name }) => [name, null])) };
}
