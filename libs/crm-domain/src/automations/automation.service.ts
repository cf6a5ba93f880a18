import { isDeepStrictEqual } from 'node:util';
import { newId } from '#platform';
import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { Slices } from '../db/slices.js';
import { ChangeLog } from '../dry-run/change-log.js';
import { conflict, invalid, notFound } from '../errors.js';
import { sentAs } from '../events/either-name.js';
import type { FeedService } from '../events/feed.service.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { brokenViews } from '../views/view-faults.js';
import type { ViewMembers } from '../views/view-members.js';
import type { AutomationInput, Mention } from './automation.js';
import { automationWire, runWire, type AutomationWire, type RunWire } from './automation-wire.js';
import type { AutomationEntity } from './automation.entity.js';
import { examined, whyBroken } from './automation-state.js';
import type { AutomationStore } from './automation.store.js';
import { changeParts, readParts } from './automation-parts.js';
import { withMemberIds } from './member-ids.js';
import { issuesOf } from './mentions.js';

const MAX_AUTOMATIONS = 100;
/** By whatever clock. */
const AT_ONCE = new Date(0);
const LAST_POSITION = '9223372036854775807';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Automations of a workspace: what is to happen after which event, and what came of it. */
export class AutomationService {
  constructor(
    private readonly db: Db,
    private readonly of: { schemas: SchemaCache; feed: FeedService; policy: AccessPolicy; viewMembers: ViewMembers },
  ) {}

  async list(actor: Actor): Promise<AutomationWire[]> {
    const rows = await this.db.autocommit(actor.workspace_id, ({ automations }) => automations.list());
    return this.shown(actor, rows);
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, automationId: string): Promise<AutomationWire> {
    return this.shownOne(actor, await this.row(actor, automationId));
  }

  /** Begins with what happens from now on. @throws DomainError validation, not_found, conflict */
  async create(
    actor: Actor,
    sent: AutomationInput & Required<Pick<AutomationInput, 'name' | 'kind' | 'actions'>>,
  ): Promise<AutomationWire> {
    this.demandData(actor);
    const schema = await this.of.schemas.at(actor.workspace_id, actor.schema_version);
    const about = { schema, objectKey: sent.object ?? sent.object_id };
    const input = await withMemberIds(this.db, actor, about, sent);
    const { columns, mentions } = readParts(schema, input);
    const view = await this.viewColumn({ ...actor, object_id: columns.object_id }, input);
    const automation_id = newId();
    const position = String(await this.of.feed.position(actor.workspace_id));
    const row = await this.db.transaction(actor.workspace_id, async ({ automations, workspaces }) => {
      await refuseMissing(automations, mentions);
      await workspaces.holdCounts();
      if ((await automations.count()) >= MAX_AUTOMATIONS)
        throw conflict('limit_reached', `A workspace has at most ${MAX_AUTOMATIONS} automations.`);
      await automations.insert({
        ...columns,
        ...view,
        automation_id,
        name: input.name.trim(),
        ...(input.status && switchedTo(input.status)),
        position,
      });
      return automations.find(automation_id);
    });
    note(null, row!);
    return this.shownOne(actor, row!);
  }

  /** One that is switched on again begins with what happens from then on. @throws DomainError validation, not_found */
  async update(actor: Actor, automationId: string, sent: AutomationInput): Promise<AutomationWire> {
    this.demandData(actor);
    const schema = await this.of.schemas.at(actor.workspace_id, actor.schema_version);
    const now = sent.status === 'active' ? String(await this.of.feed.position(actor.workspace_id)) : null;
    const stood = await this.row(actor, automationId);
    const objectKey = sent.object ?? sent.object_id ?? stood.object_id;
    const input = await withMemberIds(this.db, actor, { schema, objectKey }, sent);
    const object_id = changeParts(schema, stood, input)?.columns.object_id ?? stood.object_id;
    const view = await this.viewColumn({ ...actor, object_id }, input, stood);
    const row = await this.db.transaction(actor.workspace_id, async ({ automations }) => {
      const before = await automations.lock(idOf(automationId));
      if (!before) throw notFound('Automation');
      const changes = await changesOf(automations, schema, { before, input, view });
      if (changes.actions) await automations.beginAgain(before.automation_id);
      const left = reasonToLeave(before, changes);
      if (left) await automations.stopWaiting(before.automation_id, left);
      const isWoken = now !== null && changes.status === 'active';
      const after = await automations.update(before.automation_id, { ...changes, ...(isWoken && { position: now }) });
      note(before, after!);
      return after;
    });
    this.db.tell(actor.workspace_id);
    return this.shownOne(actor, row!);
  }

  /** @throws DomainError not_found */
  async delete(actor: Actor, automationId: string): Promise<AutomationWire> {
    const row = await this.db.autocommit(actor.workspace_id, ({ automations }) =>
      automations.delete(idOf(automationId)),
    );
    if (!row) throw notFound('Automation');
    note(row, null);
    return this.shownOne(actor, row);
  }

  /** Newest first. `before` is the cursor of an earlier page. @throws DomainError not_found */
  async runs(
    actor: Actor,
    automationId: string,
    page: { limit: number; before?: string },
  ): Promise<{ runs: RunWire[]; next: number | null }> {
    const { automation_id } = await this.row(actor, automationId);
    const asked = { before: page.before ?? LAST_POSITION, limit: page.limit + 1 };
    const rows = await this.db.autocommit(actor.workspace_id, ({ automations }) =>
      automations.runs(automation_id, asked),
    );
    const runs = rows.slice(0, page.limit).map(runWire);
    return { runs, next: rows.length > page.limit ? runs.at(-1)!.position : null };
  }

  /** With what has become of what they name, judged at this moment. */
  private async shown(actor: Actor, rows: readonly AutomationEntity[]): Promise<AutomationWire[]> {
    const schema = await this.of.schemas.at(actor.workspace_id, actor.schema_version);
    const slices = new Slices();
    const found: ReturnType<typeof examined>[] = [];
    for (const row of rows) {
      await slices.next();
      found.push(examined(schema, row));
    }
    const mentions = found.flatMap((each) => each.mentions);
    const missing = await this.db.autocommit(actor.workspace_id, ({ automations }) => automations.missing(mentions));
    const views = await brokenViews(
      this.db,
      schema,
      rows.map(({ view_id }) => view_id),
    );
    return rows.map((row, at) => {
      const ofView = row.view_id === null ? undefined : views.get(row.view_id);
      return automationWire(row, whyBroken(found[at]!, missing, ofView));
    });
  }

  private async shownOne(actor: Actor, row: AutomationEntity): Promise<AutomationWire> {
    const [wire] = await this.shown(actor, [row]);
    return wire!;
  }

  private async row(actor: Actor, automationId: string): Promise<AutomationEntity> {
    const row = await this.db.autocommit(actor.workspace_id, ({ automations }) => automations.find(idOf(automationId)));
    if (!row) throw notFound('Automation');
    return row;
  }

  /**
   * The column of the view, if it changes. One of another object than the automation's is refused, whichever of the two
   * was sent.
   *
   * @throws DomainError validation
   */
  private async viewColumn(
    of: Pick<AutomationEntity, 'workspace_id' | 'object_id'>,
    input: AutomationInput,
    before?: AutomationEntity,
  ): Promise<Partial<Pick<AutomationEntity, 'view_id'>>> {
    const sent = sentAs({ path: 'view', value: input.view }, { path: 'view_id', value: input.view_id });
    const held = before?.view_id ?? null;
    const value = sent ? sent.value : held;
    if (value === null) return sent ? { view_id: null } : {};
    const path = sent?.path ?? 'view';
    if ((input.kind ?? before?.kind) === 'RecordDeletedEvent')
      throw invalid([{ path, message: 'A deleted record is in no view.', expected: 'no view, or another kind' }]);
    const { workspace_id, object_id } = of;
    // What is written back as it was read may be broken.
    if (value === held && object_id === before?.object_id) return {};
    const { view_id } = await this.of.viewMembers.judged({ workspace_id, object_id }, { path, value });
    return { view_id };
  }

  /** An automation reads and writes records, so whoever makes it must be allowed to. @throws DomainError forbidden */
  private demandData(actor: Actor): void {
    this.of.policy.require(actor, 'read:data');
    this.of.policy.require(actor, 'write:data');
  }
}

/** The columns that change. What is written back as it was read changes nothing. @throws DomainError validation */
async function changesOf(
  automations: AutomationStore,
  schema: WorkspaceSchema,
  { before, input, view }: { before: AutomationEntity; input: AutomationInput; view: Partial<AutomationEntity> },
): Promise<Partial<AutomationEntity>> {
  const { name, status } = input;
  const parts = changeParts(schema, before, input);
  await refuseMissing(automations, parts?.mentions ?? []);
  const columns = {
    ...parts?.columns,
    ...view,
    ...(status && status !== before.status && switchedTo(status)),
    ...(name !== undefined && { name: name.trim() }),
  };
  const entries = Object.entries(columns) as [keyof AutomationEntity, unknown][];
  return Object.fromEntries(entries.filter(([column, value]) => !isDeepStrictEqual(value, before[column])));
}

/** @throws DomainError validation */
async function refuseMissing(automations: AutomationStore, mentions: readonly Mention[]): Promise<void> {
  const missing = await automations.missing(mentions);
  const issues = issuesOf(mentions.filter(({ id }) => missing.has(id)));
  if (issues.length > 0) throw invalid(issues);
}

/** Why what waits to be tried again is not gone on with, if it is not. */
function reasonToLeave({ kind, object_id }: AutomationEntity, changes: Partial<AutomationEntity>): string | undefined {
  if (changes.status === 'disabled') return 'The automation was switched off.';
  const isOther = (changes.kind ?? kind) !== kind || (changes.object_id ?? object_id) !== object_id;
  return isOther ? 'The automation was changed to follow others.' : undefined;
}

function switchedTo(status: 'active' | 'disabled'): Partial<AutomationEntity> {
  if (status === 'disabled') return { status, disabled_reason: 'Switched off.' };
  return { status, disabled_reason: null, attempts: 0, next_attempt_at: AT_ONCE };
}

function idOf(text: string): string {
  if (!UUID.test(text)) throw notFound('Automation');
  return text.toLowerCase();
}

function note(before: AutomationEntity | null, after: AutomationEntity | null): void {
  const said = (row: AutomationEntity | null) => {
    if (!row) return null;
    const { name, kind, object_id, condition, actions, status } = row;
    return { name, kind, object_id, condition, actions, status };
  };
  ChangeLog.note('automation', (after ?? before)!.automation_id, { before: said(before), after: said(after) });
}
