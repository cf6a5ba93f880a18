import type { EntityManager, FindOperator, FindOptionsOrder, FindOptionsWhere } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { EntityClass } from './data-source.js';
import type { Session } from './session.js';

type Column<Row> = Exclude<keyof Row, 'workspace_id'>;

/** Conditions that must all hold: a column equals a value, or is as an operator of TypeORM says. */
export type Where<Row> = { [C in Column<Row>]?: NonNullable<Row[C]> | FindOperator<unknown> };

/** Values to be written, each as such or as an SQL expression. */
export type Written<Row> = { [C in Column<Row>]?: Row[C] | (() => string) };

export interface FindOptions<Row> {
  order?: FindOptionsOrder<Row>;
  /** Until the transaction ends nobody else changes what was found, or (`update`) even refers to it. */
  lock?: 'no_key_update' | 'update';
}

const LOCKS = { no_key_update: 'for_no_key_update', update: 'pessimistic_write' } as const;

/**
 * The rows of one table that belong to one workspace, for what is not on a hot path. Every statement names the
 * workspace, so that no store can forget it.
 */
export class TenantTable<Row extends { workspace_id: string }> {
  private readonly manager: EntityManager;

  /** @throws Error for a session that knows no entities */
  constructor(
    session: Session,
    private readonly entity: EntityClass<Row>,
    private readonly workspaceId: string,
  ) {
    if (!session.entities) throw new Error('This session knows no entities.');
    this.manager = session.entities();
  }

  find(where: Where<Row> = {}, { order, lock }: FindOptions<Row> = {}): Promise<Row[]> {
    const query = this.manager.createQueryBuilder(this.entity, 't').where(this.own).setFindOptions({ order });
    if (Object.keys(where).length > 0) query.andWhere(complete(where));
    if (lock) query.setLock(LOCKS[lock]);
    return query.getMany();
  }

  count(where: Where<Row> = {}): Promise<number> {
    const query = this.manager.createQueryBuilder(this.entity, 't').where(this.own);
    if (Object.keys(where).length > 0) query.andWhere(complete(where));
    return query.getCount();
  }

  async findOne(where: Where<Row>, options?: FindOptions<Row>): Promise<Row | undefined> {
    const [row] = await this.find(where, options);
    return row;
  }

  /** Columns without a value get their defaults. @throws UniqueViolation */
  async insert(row: Written<Row>): Promise<void> {
    await this.inserting(row).execute();
  }

  /** Does nothing when there is one with the same key. Gives whether it was written. */
  async insertNew(row: Written<Row>): Promise<boolean> {
    const { raw } = await this.inserting(row).orIgnore().returning('1').execute();
    return (raw as unknown[]).length === 1;
  }

  /** Gives how many. Without any changes nothing happens. @throws UniqueViolation */
  async update(where: Where<Row>, changes: Written<Row>): Promise<number> {
    const written: Record<string, unknown> = { ...changes };
    // A whole row may be given, and a Citus refuses to set what it places rows by, even to the same.
    delete written.workspace_id;
    if (Object.keys(written).length === 0) return 0;
    const query = this.manager
      .createQueryBuilder()
      .update(this.entity)
      .set(written as QueryDeepPartialEntity<Row>);
    const { raw } = await query.where(this.own).andWhere(complete(where)).returning('1').execute();
    return (raw as unknown[]).length;
  }

  /** Gives how many. */
  async delete(where: Where<Row>): Promise<number> {
    const query = this.manager.createQueryBuilder().delete().from(this.entity);
    const { raw } = await query.where(this.own).andWhere(complete(where)).returning('1').execute();
    return (raw as unknown[]).length;
  }

  private inserting(row: Written<Row>) {
    const values = { ...row, workspace_id: this.workspaceId } as QueryDeepPartialEntity<Row>;
    return this.manager.createQueryBuilder().insert().into(this.entity).values(values).updateEntity(false);
  }

  private get own(): FindOptionsWhere<Row> {
    return { workspace_id: this.workspaceId } as FindOptionsWhere<Row>;
  }
}

/** A condition that says nothing would be met by every row of the workspace. @throws Error */
function complete<Conditions extends object>(where: Conditions): Conditions {
  const values = Object.values(where);
  if (values.length === 0 || values.some((value) => value === undefined || value === null))
    throw new Error(`A condition has no value: ${Object.keys(where).join(', ')}.`);
  return where;
}
