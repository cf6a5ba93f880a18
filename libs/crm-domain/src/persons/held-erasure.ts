import type { Db } from '../crm-database.js';
import { notFound } from '../errors.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { Stores } from '../stores.js';
import { certificateOf, noteOf } from './certificate.js';
import type { ErasureStep, Progress, Subject } from './erasure.js';
import { findAgain, withoutShared } from './find-person.js';
import type { PersonErasureEntity } from './person-erasure.entity.js';

/** Another process has the erasure. */
export class Superseded extends Error {}

type Changes = Partial<Pick<PersonErasureEntity, 'step' | 'progress' | 'subject'>>;

/** An erasure that this process works on. Everything is written on condition that no other process has taken it over. */
export class HeldErasure {
  constructor(
    private readonly db: Db,
    readonly row: PersonErasureEntity,
  ) {}

  get isRunning(): boolean {
    return this.row.state === 'running';
  }

  /** @throws Superseded */
  async hold({ erasures }: Stores): Promise<void> {
    if (!(await erasures.hold(this.row))) throw new Superseded();
  }

  /** @throws Superseded */
  async save(changes: Changes): Promise<void> {
    await this.db.transaction(this.row.workspace_id, async (stores) => {
      await this.hold(stores);
      await stores.erasures.save(this.row, changes);
    });
    Object.assign(this.row, changes);
  }

  /** Begins a step at the first table. */
  go(step: ErasureStep, progress: Progress): Promise<void> {
    return this.save({ step, progress: { ...progress, table: 0, after: null } });
  }

  /**
   * Adds what belongs to the person since they were found. As long as nothing is erased, addresses that somebody else has
   * since are left to them.
   *
   * @returns false where something is to be erased that the dry run, whose digest was expected, has not shown
   */
  async findAgain(): Promise<boolean> {
    const { workspace_id, subject, expect_digest, progress } = this.row;
    const hasErased = progress.round > 1 || Object.keys(progress.erased).length > 0;
    const found = await this.db.autocommit(workspace_id, async (stores) => {
      const more = await findAgain(stores, await schemaOf(stores), subject!);
      if (hasErased) return more;
      const isNew = expect_digest !== null && sizeOf(more) > sizeOf(subject!);
      return isNew ? undefined : withoutShared(stores, more);
    });
    if (found) await this.save({ subject: found });
    return found !== undefined;
  }

  /** Lets whoever comes next go on, after some seconds. */
  postpone(seconds: number): Promise<void> {
    return this.db.autocommit(this.row.workspace_id, ({ erasures }) => erasures.postpone(this.row, seconds));
  }

  async fail(failure: string): Promise<void> {
    const changes = { state: 'failed' as const, failure, subject: null, finished_at: new Date() };
    await this.db.autocommit(this.row.workspace_id, ({ erasures }) => erasures.save(this.row, changes));
    this.row.state = 'failed';
  }

  /** Ends it with a certificate, and forgets whom it was about. */
  async finish(): Promise<void> {
    const { row } = this;
    const finished_at = new Date();
    const certificate = row.is_dry_run ? null : certificateOf(row, finished_at);
    const isClean = Object.keys(row.progress.scanned.found).length === 0;
    const state = isClean ? ('completed' as const) : ('incomplete' as const);
    await this.db.transaction(row.workspace_id, async (stores) => {
      await this.hold(stores);
      await stores.erasures.save(row, { state, certificate, finished_at, subject: null, progress: row.progress });
      if (certificate) await stores.audit.append(noteOf(row, certificate));
    });
    row.state = state;
  }
}

/** How much is known of a person: of what is found again, nothing that was known is missing. */
function sizeOf({ records, about, traces: { addresses, names } }: Subject): number {
  // What was about them and is theirs now counts for more.
  return 2 * records.length + about.length + addresses.length + names.length;
}

/** As it is in this transaction. @throws DomainError not_found */
export async function schemaOf({ schema }: Stores): Promise<WorkspaceSchema> {
  const loaded = await schema.load();
  if (!loaded) throw notFound('Workspace');
  return loaded;
}
