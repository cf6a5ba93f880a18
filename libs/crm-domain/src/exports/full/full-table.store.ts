import type { EntityManager, EntityMetadata } from 'typeorm';
import type { EntityClass } from '../../db/data-source.js';
import type { Session } from '../../db/session.js';
import { arrayLiteral } from '../../db/statement-writer.js';
import { AppUserEntity } from '../../workspaces/app-user.entity.js';
import { insertPeopleSql, insertSql, pageSql, rowSql, type FullTable } from './full-table.statements.js';
import { FULL_TABLES } from './full-tables.js';

/** A row as it is written: JSON of an array with the text of each value; and ids that may be those of people. */
export interface FullRow {
  line: string;
  people: string[] | null;
}

/** The value of each column of the file as Postgres writes it. */
export type RowTexts = readonly (string | null)[];

/** Rows of all tables of a workspace, as texts. */
export class FullTableStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** In the order in which they are written. */
  get tables(): FullTable[] {
    return FULL_TABLES.map(({ entity, ...rule }) => described(this.manager, entity, rule));
  }

  /** Workspaces share people: those that this one names are written as a table of their own, the last one. */
  get people(): FullTable {
    return described(this.manager, AppUserEntity, {});
  }

  /** Some rows in the order of their keys, after the one with a key; none at the end. */
  page(table: FullTable, after?: readonly (string | null)[]): Promise<FullRow[]> {
    const text = pageSql(table, after !== undefined);
    return this.session.query<FullRow>({ text }, [this.workspaceId, ...(after ?? [])]);
  }

  /** Those of some ids that are people. */
  async arePeople(ids: readonly string[]): Promise<string[]> {
    const text = 'select user_id from app_user where user_id = any($1::uuid[])';
    const rows = await this.session.query<{ user_id: string }>({ text }, [arrayLiteral(ids)]);
    return rows.map(({ user_id }) => user_id);
  }

  async peopleRows(ids: readonly string[]): Promise<string[]> {
    const text = `select ${rowSql(this.people, 'u')} as line from app_user u
      where u.user_id = any($1::uuid[]) order by u.user_id`;
    const rows = await this.session.query<{ line: string }>({ text }, [arrayLiteral(ids)]);
    return rows.map(({ line }) => line);
  }

  /** Lets this transaction wait for the file, and its statements for long indexes. */
  async beginRestoring(): Promise<void> {
    const names = ['idle_in_transaction_session_timeout', 'statement_timeout'];
    for (const name of names) await this.session.query({ text: `set local ${name} = '5min'`, unhurried: true }, []);
  }

  /** Says whose workspace it is, where tables cannot. @throws UniqueViolation */
  async takeOrganisation(name: string): Promise<void> {
    await this.session.tenantNames?.take('organisation', name, this.workspaceId);
  }

  /**
   * Adds rows of a table to the workspace, as they are to be after a restore.
   *
   * @param held the columns of which the rows have values, in their order
   * @throws UniqueViolation; errors of Postgres for values that do not fit
   */
  async insert(table: FullTable, held: readonly string[], rows: readonly RowTexts[]): Promise<void> {
    const texts = table.columns.map((column) => textsOf(held.indexOf(column), rows));
    await this.session.query({ text: insertSql(table, new Set(held)) }, [this.workspaceId, ...texts]);
  }

  /** Adds people who are not known yet, and gives the ids of those who are known by another id. */
  async insertPeople(held: readonly string[], rows: readonly RowTexts[]): Promise<string[]> {
    const texts = this.people.columns.map((column) => textsOf(held.indexOf(column), rows));
    await this.session.query({ text: insertPeopleSql(this.people) }, texts);
    const ids = textsOf(held.indexOf('user_id'), rows);
    const text = `select i.id from unnest($1::uuid[]) i(id)
      where not exists (select 1 from app_user u where u.user_id = i.id)`;
    const missing = await this.session.query<{ id: string }>({ text }, [ids]);
    return missing.map(({ id }) => id);
  }

  /** Members whom the identity provider has deleted. */
  async deletedMembers(): Promise<string[]> {
    const text = `select m.user_id from membership m join app_user u on u.user_id = m.user_id
      where m.workspace_id = $1 and u.deactivated_at is not null order by m.user_id`;
    const rows = await this.session.query<{ user_id: string }>({ text }, [this.workspaceId]);
    return rows.map(({ user_id }) => user_id);
  }

  private get manager(): EntityManager {
    if (!this.session.entities) throw new Error('This session knows no entities.');
    return this.session.entities();
  }
}

/** The values of one column; null where the rows do not have it. */
function textsOf(place: number, rows: readonly RowTexts[]): string {
  return arrayLiteral(rows.map((row) => row[place] ?? null));
}

function described(manager: EntityManager, entity: EntityClass, rule: FullTable['rule']): FullTable {
  const metadata = manager.connection.getMetadata(entity);
  const columns = metadata.columns
    .filter(({ generatedType, databaseName }) => !generatedType && databaseName !== 'workspace_id')
    .map(({ databaseName }) => databaseName);
  return {
    name: metadata.tableName,
    columns: columns.filter((name) => !rule.withheld?.[name]),
    types: new Map(columns.map((name) => [name, typeOf(manager, metadata, name)])),
    key: metadata.primaryColumns.map(({ databaseName }) => databaseName).filter((name) => name !== 'workspace_id'),
    rule,
  };
}

function typeOf({ connection }: EntityManager, metadata: EntityMetadata, name: string): string {
  const column = metadata.findColumnWithDatabaseName(name)!;
  return connection.driver.normalizeType(column) + (column.isArray ? '[]' : '');
}
