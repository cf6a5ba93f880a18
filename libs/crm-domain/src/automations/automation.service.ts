import { newId } from '#platform';
import { lacks } from '../access/judge.js';
import type { Actor, Capability } from '../actor.js';
import type { Db } from '../db/db.js';
import { conflict, invalid, notFound } from '../errors.js';
import type { FeedService } from '../events/feed.service.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import type { AutomationInput } from './automation.js';
import { automationWire, runWire, type AutomationWire, type RunWire } from './automation-wire.js';
import type { AutomationEntity } from './automation.entity.js';
import { examine, whyBroken } from './automation-state.js';
import type { AutomationStore } from './automation.store.js';
import { judgeAutomation } from './judge-automation.js';
import { issuesOf, mentionsOf, type Mention } from './mentions.js';

const MOST_AUTOMATIONS = 100;
/** Bytes of JSON of the condition and the actions of one, so that a list of all of them stays small. */
const MOST_BYTES = 65_536;
/** By whatever clock. */
const AT_ONCE = new Date(0);
const LAST_POSITION = '9223372036854775807';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Automations of a workspace: what is to happen after which event, and what came of it. */
export class AutomationService {
  constructor(
    private readonly db: Db,
    private readonly schemas: SchemaCache,
    private readonly feed: FeedService,
  ) {}

  async list(actor: Actor): Promise<AutomationWire[]> {
    const rows = await this.db.read(actor.workspace_id, ({ automations }) => automations.list());
    return this.shown(actor, rows);
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, automationId: string): Promise<AutomationWire> {
    return this.shownOne(actor, await this.row(actor, automationId));
  }

  /** Begins with what happens from now on. @throws DomainError validation, not_found, conflict */
  async create(
    actor: Actor,
    input: AutomationInput & Required<Pick<AutomationInput, 'name' | 'kind' | 'object' | 'actions'>>,
  ): Promise<AutomationWire> {
    demandData(actor);
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const judged = judgeAutomation(schema, input);
    const mentions = mentionsOf(schema, judged);
    refuseLarge(judged);
    const automation_id = newId();
    const position = String(await this.feed.position(actor.workspace_id));
    const row = await this.db.write(actor.workspace_id, async ({ automations }) => {
      await refuseMissing(automations, mentions);
      if ((await automations.list()).length >= MOST_AUTOMATIONS)
        throw conflict('limit_reached', `A workspace has at most ${MOST_AUTOMATIONS} automations.`);
      await automations.insert({
        ...judged,
        automation_id,
        name: input.name.trim(),
        ...switched(input.status),
        position,
      });
      return automations.find(automation_id);
    });
    return this.shownOne(actor, row!);
  }

  /** One that is switched on again begins with what happens from then on. @throws DomainError validation, not_found */
  async update(actor: Actor, automationId: string, input: AutomationInput): Promise<AutomationWire> {
    demandData(actor);
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const now = input.status === 'active' ? String(await this.feed.position(actor.workspace_id)) : null;
    const { name, status, ...parts } = input;
    const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
    const row = await this.db.write(actor.workspace_id, async ({ automations }) => {
      const before = await automations.lock(idOf(automationId));
      if (!before) throw notFound('Automation');
      const judged = await rejudge(automations, schema, { before, given });
      if (parts.actions) await automations.beginAgain(before.automation_id);
      const left = reasonToLeave(before, { ...judged, status });
      if (left) await automations.stopWaiting(before.automation_id, left);
      const isWoken = now !== null && before.status === 'disabled';
      return automations.update(before.automation_id, {
        ...{ ...judged, ...switched(status), ...(isWoken && { position: now }) },
        ...(name !== undefined && { name: name.trim() }),
      });
    });
    this.db.tell(actor.workspace_id);
    return this.shownOne(actor, row!);
  }

  /** @throws DomainError not_found */
  async delete(actor: Actor, automationId: string): Promise<AutomationWire> {
    const row = await this.db.read(actor.workspace_id, ({ automations }) => automations.delete(idOf(automationId)));
    if (!row) throw notFound('Automation');
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
    const rows = await this.db.read(actor.workspace_id, ({ automations }) => automations.runs(automation_id, asked));
    const runs = rows.slice(0, page.limit).map(runWire);
    return { runs, next: rows.length > page.limit ? runs.at(-1)!.position : null };
  }

  /** With what has become of what they name, judged at this moment. */
  private async shown(actor: Actor, rows: readonly AutomationEntity[]): Promise<AutomationWire[]> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const examined = rows.map((row) => examine(schema, row));
    const mentions = examined.flatMap((each) => each.mentions);
    const missing = await this.db.read(actor.workspace_id, ({ automations }) => automations.missing(mentions));
    return rows.map((row, at) => automationWire(row, whyBroken(examined[at]!, missing)));
  }

  private async shownOne(actor: Actor, row: AutomationEntity): Promise<AutomationWire> {
    const [wire] = await this.shown(actor, [row]);
    return wire!;
  }

  private async row(actor: Actor, automationId: string): Promise<AutomationEntity> {
    const row = await this.db.read(actor.workspace_id, ({ automations }) => automations.find(idOf(automationId)));
    if (!row) throw notFound('Automation');
    return row;
  }
}

/** The parts of an automation as they are after a change, or none where none was sent. @throws DomainError validation */
async function rejudge(
  automations: AutomationStore,
  schema: WorkspaceSchema,
  { before, given }: { before: AutomationEntity; given: Partial<AutomationInput> },
): Promise<Partial<AutomationEntity>> {
  if (Object.keys(given).length === 0) return {};
  const { kind, object_id: object, condition, actions } = before;
  const judged = judgeAutomation(schema, { kind, object, condition, actions, ...given });
  refuseLarge(judged);
  // What stands already and was not sent may be mended by another request.
  const isSent = ({ path }: Mention) => path.split('[', 1)[0]! in given;
  await refuseMissing(automations, mentionsOf(schema, judged).filter(isSent));
  return judged;
}

/** @throws DomainError validation */
async function refuseMissing(automations: AutomationStore, mentions: readonly Mention[]): Promise<void> {
  const missing = await automations.missing(mentions);
  const issues = issuesOf(mentions.filter(({ id }) => missing.has(id)));
  if (issues.length > 0) throw invalid(issues);
}

/** @throws DomainError validation */
function refuseLarge({ condition, actions }: Pick<AutomationEntity, 'condition' | 'actions'>): void {
  const bytes = Buffer.byteLength(JSON.stringify([condition, actions]));
  if (bytes <= MOST_BYTES) return;
  const message = `The condition and the actions of an automation have at most ${MOST_BYTES} bytes together; these have ${bytes}.`;
  throw invalid([{ path: 'actions', message, expected: `at most ${MOST_BYTES} bytes` }]);
}

/** An automation reads and writes records, so whoever makes it must be allowed to. @throws DomainError forbidden */
function demandData(actor: Actor): void {
  for (const needs of ['read:data', 'write:data'] satisfies Capability[])
    if (!actor.capabilities.has(needs)) throw lacks(actor, needs);
}

/** Why what waits to be tried again is not gone on with, if it is not. */
function reasonToLeave(before: AutomationEntity, after: Partial<AutomationEntity>): string | undefined {
  if (after.status === 'disabled') return 'The automation was switched off.';
  const { kind = before.kind, object_id = before.object_id } = after;
  if (kind !== before.kind || object_id !== before.object_id) return 'The automation was changed to follow others.';
  return undefined;
}

function switched(status: AutomationInput['status']): Partial<AutomationEntity> {
  if (status === 'disabled') return { status, disabled_reason: 'Switched off.' };
  return status === 'active' ? { status, disabled_reason: null, attempts: 0, next_attempt_at: AT_ONCE } : {};
}

function idOf(text: string): string {
  if (!UUID.test(text)) throw notFound('Automation');
  return text.toLowerCase();
}
