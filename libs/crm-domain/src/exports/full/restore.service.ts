import { logger } from '#platform';
import { OPERATOR } from '../../audit/audit.js';
import type { Db } from '../../crm-database.js';
import { UniqueViolation } from '../../db/pg-errors.js';
import { DomainError, conflict } from '../../errors.js';
import type { Stores } from '../../stores.js';
import { removeMember } from '../../workspaces/remove-member.js';
import type { FullHeader } from './full-file.js';
import { FullFile, refused, type RowsOfTable } from './read-full.js';

const WORKSPACE = 'workspace';

/** A workspace that was restored, and the moment whose data it has. */
export interface RestoredWorkspace extends Pick<FullHeader, 'workspace_id' | 'name' | 'as_of' | 'position'> {
  records: number;
  /** Of all tables. */
  rows: number;
}

/** Makes workspaces from full exports. For the operator: whoever restores a file decides who is in a workspace. */
export class RestoreService {
  constructor(private readonly db: Db) {}

  /**
   * Makes the workspace of a file, with its ids, in one transaction: it is there whole, or nothing of it is.
   *
   * @param bytes the file, which is read once
   * @throws DomainError validation for a file that is not whole or of another version; conflict where the workspace,
   *   its organisation or one of its people exists already
   */
  async restore(bytes: AsyncIterable<Uint8Array>): Promise<RestoredWorkspace> {
    const { tables, people } = await this.db.autocommit('', async ({ fullTables }) => fullTables);
    const file = await FullFile.open(bytes, [...tables, people]);
    let isBegun = false;
    return this.db.transaction(file.header.workspace_id, (stores) => {
      if (isBegun)
        throw new DomainError('unavailable', 'The database gave the transaction up. Restore the file again.');
      isBegun = true;
      return new Restore(stores, file).run();
    });
  }
}

/** One file on its way into the database. */
class Restore {
  private records = 0;
  private rows = 0;

  constructor(
    private readonly stores: Stores,
    private readonly file: FullFile,
  ) {}

  async run(): Promise<RestoredWorkspace> {
    const { workspace_id, name, as_of, position } = this.file.header;
    const { fullTables, workspaces, audit } = this.stores;
    if (await workspaces.find())
      throw conflict('already_exists', 'The workspace exists already. Restore the file into another database.');
    await fullTables.beginRestoring();
    for await (const some of this.file.rows()) await this.add(some);
    if (this.rows === 0) throw refused('The file holds no workspace.');
    // They were deleted after the export was made.
    for (const user_id of await fullTables.deletedMembers()) await removeMember(this.stores, user_id, OPERATOR);
    const subject = { type: 'workspace', id: workspace_id } as const;
    await audit.append({ action: 'workspace.restored', by: OPERATOR, subject, details: { as_of, position } });
    return { workspace_id, name, as_of, position, records: this.records, rows: this.rows };
  }

  /** @throws DomainError */
  private async add(some: RowsOfTable): Promise<void> {
    const { table, columns, rows, line } = some;
    const { fullTables } = this.stores;
    // Nobody else makes the same workspace meanwhile: they wait for this row.
    if (this.rows === 0) await this.begin(some);
    else if (table.name === WORKSPACE) throw refused(`Line ${line} is a second row of the workspace itself.`);
    try {
      if (table.name === fullTables.people.name) await this.addPeople(some);
      else await fullTables.insert(table, columns, rows);
    } catch (error) {
      throw understood(error, some);
    }
    this.rows += rows.length;
    if (table.name === 'record') this.records += rows.length;
  }

  private async begin({ table, columns, rows }: RowsOfTable): Promise<void> {
    const organisation = rows[0]?.[columns.indexOf('external_org_id')];
    if (table.name !== WORKSPACE || rows.length !== 1 || !organisation)
      throw refused('The first row of the file must be the one of the workspace itself.');
    await this.stores.fullTables.takeOrganisation(organisation).catch((error: unknown) => {
      throw error instanceof UniqueViolation ? organisationTaken() : error;
    });
  }

  /** Who is known already stays as they are: other workspaces name them too. */
  private async addPeople({ columns, rows }: RowsOfTable): Promise<void> {
    const others = await this.stores.fullTables.insertPeople(columns, rows);
    if (others.length === 0) return;
    const who = others.slice(0, 5).join(', ');
    throw conflict(
      'already_exists',
      `This database knows ${others.length} of the people by other ids, such as ${who} in the file. Restore it into another database.`,
    );
  }
}

function organisationTaken(): DomainError {
  const message = 'Another workspace has the organisation of this one. Restore the file into another database.';
  return conflict('already_exists', message);
}

/** An error of the database in words about the file, where the file is its reason. */
function understood(error: unknown, { table, line, rows }: RowsOfTable): unknown {
  if (error instanceof UniqueViolation && table.name === WORKSPACE) return organisationTaken();
  const code = String((error as { code?: unknown }).code);
  // Values that do not fit, constraints, and texts that Postgres cannot keep.
  if (!(error instanceof UniqueViolation) && !/^(22|23|42804|54)/.test(code)) return error;
  logger.debug({ err: error, table: table.name, line }, 'Rows of a file do not fit into their table.');
  return refused(`Rows in the lines ${line - rows.length + 1} to ${line} do not fit into the table ${table.name}.`);
}
