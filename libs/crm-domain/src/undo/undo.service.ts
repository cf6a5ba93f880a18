import type { AccessService } from '../access/access.service.js';
import type { Actor, Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { conflict, forbidden } from '../errors.js';
import type { EventRow } from '../events/event.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { retryStalePlans } from '../records/writing/retry-stale-plans.js';
import { nothing, parseUndo } from './parse-undo.js';
import { refuseUnknown } from './refuse-unknown.js';
import type { UndoReport } from './undo-report.js';
import { UndoRun } from './undo-run.js';
import type { Undoing } from './undo-parts.js';
import { obstacleOf } from './undo-writer.js';
import type { UndoInput, UndoResult } from './undo.js';
import type { EventKey, Wanted } from './undo.store.js';

/** Events that one call undoes: with what they touch, it is one transaction. */
const MAX_EVENTS = 500;
/** The events of one request belong together: as many as a batch makes with links on the other side. */
const MAX_OF_REQUEST = 2500;

/** Characters of the lists in an answer, where nothing else is said. */
const MAX_TOLD = 1_000_000;

/** Undoes what was written before; an undo is a write as others are, and can be undone itself. */
export class UndoService {
  constructor(
    private readonly db: Db,
    private readonly access: AccessService,
    private readonly schemas: SchemaCache,
  ) {}

  /**
   * Gives values back that nobody has changed since, brings back what was deleted, and deletes what was created and
   * nobody else has touched. Of a window with more events than one call undoes, the newest.
   *
   * @param room characters that the lists in the answer may have
   * @throws DomainError unauthenticated, forbidden for what others wrote, validation, not_found
   */
  async undo(caller: Caller, input: UndoInput, room = MAX_TOLD): Promise<UndoResult> {
    const actor = this.access.require(await this.access.authorize(caller, 'write:data'), 'read:data');
    const wanted = parseUndo(input, actor);
    const attempt = () => this.db.autocommit(actor.workspace_id, () => this.attempt(actor, { input, wanted, room }));
    return retryStalePlans(this.db, () =>
      this.db.isTogether ? attempt() : this.db.joinTransaction(actor.workspace_id, attempt),
    );
  }

  private async attempt(
    actor: Actor,
    { input, wanted, room }: { input: UndoInput; wanted: Wanted; room: number },
  ): Promise<UndoResult> {
    const { keys, next } = await this.chosen(actor, wanted);
    if (keys.length === 0) await this.db.autocommit(actor.workspace_id, (stores) => refuseUnknown(stores, input));
    refuseOthers(actor, keys, await this.importsOf(actor, keys));
    const schema = await this.db.autocommit(actor.workspace_id, async (stores) =>
      this.schemas.at(actor.workspace_id, actor.schema_version, stores.schema),
    );
    const report = await this.run({ actor, schema, isLater: laterOf(wanted) }, keys);
    return { ...report.told(room), has_more: next !== null, ...(next && { next_to: next.toISOString() }) };
  }

  /**
   * What a merge has to give back may be with records that let go of it later in the same undo, which only its end says:
   * if they have not, all is done again without.
   */
  private async run(of: Omit<Undoing, 'mayOwe'>, keys: readonly EventKey[]): Promise<UndoReport> {
    const attempt = async (mayOwe: boolean) => {
      const run = new UndoRun(this.db, { ...of, mayOwe }, keys);
      await run.all();
      return run.report;
    };
    if (!keys.some(({ kind }) => kind === 'record.merged' || kind === 'record.unmerged')) return attempt(false);
    return this.db
      .autocommit(of.actor.workspace_id, () => attempt(true))
      .catch((error: unknown) => (obstacleOf(error), attempt(false)));
  }

  /** The imports among those who wrote events that this actor has made. @throws DomainError conflict for a running one */
  private async importsOf({ workspace_id, type, id }: Actor, keys: readonly EventKey[]): Promise<Set<string | null>> {
    const ids = new Set(keys.flatMap((key) => (key.actor_type === 'import' && key.actor_id ? [key.actor_id] : [])));
    const own = new Set<string | null>();
    for (const importId of ids) {
      const job = await this.db.autocommit(workspace_id, ({ imports }) => imports.find(importId));
      if (job?.state === 'running')
        throw conflict('changed_meanwhile', 'The import is still running. Cancel it, or wait until it is done.');
      if (job?.actor_type === type && job.actor_id === id) own.add(importId);
    }
    return own;
  }

  /** The newest events that are meant, as many as go together, and before which moment there are more. */
  private async chosen({ workspace_id }: Actor, wanted: Wanted): Promise<{ keys: EventKey[]; next: Date | null }> {
    const isWindow = wanted.event_id === undefined && wanted.request_id === undefined;
    const most = isWindow ? MAX_EVENTS : MAX_OF_REQUEST;
    const { keys, edge } = await this.db.autocommit(workspace_id, ({ undo }) => undo.find(wanted, most + 1));
    if (!isWindow) {
      if (keys.length === 0) throw nothing(wanted.event_id === undefined ? 'request_id' : 'event_id');
      if (keys.length > most) throw tooMany('The request');
      const [only] = keys;
      if (wanted.event_id !== undefined && only!.kind === 'record.merged')
        return { keys: await this.ofRequest(workspace_id, only!, wanted), next: null };
      if (wanted.event_id === undefined || only!.kind !== 'RecordDeletedEvent') return { keys, next: null };
      return { keys: await this.withCleared(workspace_id, only!, wanted), next: null };
    }
    if (keys.length <= most) return { keys, next: edge };
    // What was written at the same moment stays together.
    const at = keys.at(-1)!.occurred_at;
    const newer = keys.filter(({ occurred_at }) => occurred_at > at);
    return newer.length > 0
      ? { keys: newer, next: new Date(at.getTime() + 1) }
      : this.ofMoment(workspace_id, at, wanted);
  }

  /** All of a moment that has more than others: the rows of an import are written together, with what they refer to. */
  private async ofMoment(workspaceId: string, at: Date, wanted: Wanted): Promise<{ keys: EventKey[]; next: Date }> {
    const moment = { ...wanted, from: at, to: new Date(at.getTime() + 1) };
    const { keys } = await this.db.autocommit(workspaceId, ({ undo }) => undo.find(moment, MAX_OF_REQUEST + 1));
    if (keys.length > MAX_OF_REQUEST) throw tooMany('One moment');
    return { keys, next: at };
  }

  /** A merge with the references that it has moved: all that its request did. */
  private ofRequest(workspaceId: string, merge: EventKey, { from, to }: Wanted): Promise<EventKey[]> {
    return this.db.autocommit(workspaceId, async ({ undo, events }) => {
      const event = await events.find(merge.subject_id, merge.event_id);
      if (!event) return [merge];
      const { keys } = await undo.find({ request_id: event.via.request_id, from, to }, MAX_OF_REQUEST + 1);
      if (keys.length > MAX_OF_REQUEST) throw tooMany('The request');
      return keys;
    });
  }

  /** A deletion with the references that it has cleared. */
  private withCleared(workspaceId: string, deletion: EventKey, { from, to }: Wanted): Promise<EventKey[]> {
    return this.db.autocommit(workspaceId, async ({ undo, events }) => {
      const event = await events.find(deletion.subject_id, deletion.event_id);
      if (!event) return [deletion];
      const { keys } = await undo.find({ request_id: event.via.request_id, from, to }, MAX_OF_REQUEST);
      const cleared: EventKey[] = [];
      for (const key of keys) {
        if (key.kind !== 'record.updated') continue;
        const update = await events.find(key.subject_id, key.event_id);
        const isCleared = update?.data.changes?.some(({ before, after }) => {
          const [was, is] = [before, after].map((items) => JSON.stringify(items ?? []).includes(deletion.subject_id));
          return was && !is;
        });
        if (isCleared) cleared.push(key);
      }
      return [deletion, ...cleared];
    });
  }
}

/** Own changes are anybody's to undo who may write; those of others, of whoever may change the schema. */
function refuseOthers(
  { type, id, capabilities }: Actor,
  keys: readonly EventKey[],
  imports: ReadonlySet<string | null>,
): void {
  if (capabilities.has('write:schema')) return;
  const isOwn = ({ actor_type, actor_id }: EventKey) => actor_type === type && actor_id === id;
  if (keys.every((key) => isOwn(key) || (key.actor_type === 'import' && imports.has(key.actor_id)))) return;
  throw forbidden('Only an admin, or a key with write:schema, can undo what others have changed.');
}

/** Whether an event is of those whose changes are undone, and later than all of them. */
function laterOf({ author, maker, to }: Wanted): (event: EventRow) => boolean {
  return ({ actor_type, actor_id, via, occurred_at }) => {
    if (occurred_at < to || via.undoes) return false;
    if (author) return actor_type === author.type && actor_id === author.id;
    return maker !== undefined && (via.connection_id ?? via.automation_id) === maker;
  };
}

function tooMany(what: string) {
  const message = `${what} has more than ${MAX_OF_REQUEST} changes, which is the maximum to undo together.`;
  return conflict('limit_reached', message);
}
