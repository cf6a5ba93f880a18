import { newId } from '#platform';
import type { AuditAuthor } from '../audit/audit.js';
import type { Db } from '../crm-database.js';
import { conflict, invalid, notFound } from '../errors.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { objectIn } from '../records/authorize-and-find.js';
import { isUuid } from '../values/parse.js';
import { nothingDone, type ErasureWire, type NewErasure, type Subject } from './erasure.js';
import { findPerson, isOfPeople } from './find-person.js';
import type { PersonEraser } from './person-eraser.js';
import type { PersonErasureEntity } from './person-erasure.entity.js';
import { readEmail } from './read-email.js';
import { isNumber } from './traces.js';

const MAX_ALSO = 20;

/** Erasing a person from a workspace (GDPR, article 17). Who may is judged before. */
export class PersonService {
  private readonly db: Db;
  private readonly schemas: SchemaCache;
  private readonly eraser: PersonEraser;

  constructor({ db, schemas, personEraser }: { db: Db; schemas: SchemaCache; personEraser: PersonEraser }) {
    this.db = db;
    this.schemas = schemas;
    this.eraser = personEraser;
  }

  /**
   * Asks for a person to be erased, or counted; a process does so in the background.
   *
   * @throws DomainError validation; conflict for the address of a member or an account, and while another one is erased
   */
  async erase(workspaceId: string, by: AuditAuthor, input: NewErasure): Promise<ErasureWire> {
    const schema = await this.schemas.present(workspaceId);
    const asked = { email: readEmail(input.email), also: readObjects(schema, input.also) };
    const { dry_run: is_dry_run = false, expect_digest = null } = input;
    const erasure_id = newId();
    const found = await this.db.transaction(workspaceId, async (stores) => {
      await stores.workspaces.holdCounts();
      if ((await stores.erasures.countOpen()) > 0)
        throw conflict('limit_reached', 'Another person of this workspace is being erased. Wait until that is over.');
      if ((await stores.persons.ours([asked.email])).length > 0) throw conflict('address_in_use', OF_MEMBER);
      const subject = await findPerson(stores, schema, asked);
      const step = is_dry_run || expect_digest !== null ? ('count' as const) : ('erase' as const);
      const row = { erasure_id, requested_by: by, is_dry_run, expect_digest, step, subject, progress: nothingDone() };
      await stores.erasures.insert(row);
      return subject;
    });
    // Somebody quick may have done and forgotten it by now.
    return { ...(await this.get(workspaceId, erasure_id)), addresses: is_dry_run ? addressesOf(found) : null };
  }

  /** @throws DomainError not_found */
  async get(workspaceId: string, erasureId: string): Promise<ErasureWire> {
    const row = isUuid(erasureId)
      ? await this.db.autocommit(workspaceId, ({ erasures }) => erasures.find(erasureId))
      : undefined;
    if (!row) throw notFound('Erasure');
    return this.wire(row);
  }

  /** The newest 100 first. */
  async list(workspaceId: string): Promise<ErasureWire[]> {
    const rows = await this.db.autocommit(workspaceId, ({ erasures }) => erasures.list());
    return rows.map((row) => this.wire(row));
  }

  private wire(row: PersonErasureEntity): ErasureWire {
    const { workspace_id, erasure_id, state, step, progress, requested_by } = row;
    const isCounted = row.is_dry_run ? state === 'completed' : row.expect_digest !== null && step !== 'count';
    return {
      id: { workspace_id, erasure_id },
      state,
      dry_run: row.is_dry_run,
      step,
      progress: row.finished_at ? 1 : Math.round((progress.table / this.eraser.tableCount) * 1000) / 1000,
      counted: isCounted ? progress.counted : null,
      digest: isCounted ? progress.digest : null,
      addresses: row.is_dry_run && row.subject ? addressesOf(row.subject) : null,
      certificate: row.certificate,
      failure: row.failure,
      created_at: row.created_at.toISOString(),
      created_by: { type: requested_by.type, id: requested_by.id },
      finished_at: row.finished_at?.toISOString() ?? null,
    };
  }
}

/** As people write them. */
function addressesOf({ traces }: Subject): string[] {
  return traces.addresses.map((address) => (isNumber(address) ? `+${address.handle}` : address.handle));
}

const OF_MEMBER =
  'This is the address of a member or of a connected account. Members are removed at the identity provider, accounts are disconnected first.';

/** Notes, tasks, activities, and whatever else says with `about` what it is about. */
function isAbout(object: ObjectSchema): boolean {
  return object.find('about')?.valueType.target !== undefined && !isOfPeople(object);
}

/** @throws DomainError validation */
function readObjects(schema: WorkspaceSchema, keys: readonly string[] | undefined): string[] {
  if (!keys) return schema.objects.filter(isAbout).map(({ row }) => row.object_id);
  if (keys.length > MAX_ALSO) throw invalid([{ path: 'also', message: `At most ${MAX_ALSO} objects.` }]);
  return keys.map((key, at) => {
    const object = objectIn(schema, key, `also[${at}]`);
    const message = 'Its records are people: they are found by their own address.';
    if (isOfPeople(object)) throw invalid([{ path: `also[${at}]`, message, expected: 'an object of no people' }]);
    return object.row.object_id;
  });
}
