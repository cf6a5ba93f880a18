import { newId } from '#platform';
import { lacks } from '../access/judge.js';
import type { Actor, Capability } from '../actor.js';
import type { Db } from '../db/db.js';
import { conflict, invalid, notFound } from '../errors.js';
import type { FeedService } from '../events/feed.service.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import {
  automationWire,
  runWire,
  type AutomationInput,
  type AutomationRow,
  type AutomationWire,
  type RunWire,
} from './automation.js';
import type { WebhookStore } from '../webhooks/webhook.store.js';
import { judgeAutomation } from './judge-automation.js';

const MOST_AUTOMATIONS = 100;
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
    return rows.map(automationWire);
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, automationId: string): Promise<AutomationWire> {
    return automationWire(await this.row(actor, automationId));
  }

  /** Begins with what happens from now on. @throws DomainError validation, not_found, conflict */
  async create(
    actor: Actor,
    input: AutomationInput & Required<Pick<AutomationInput, 'name' | 'kind' | 'object' | 'actions'>>,
  ): Promise<AutomationWire> {
    demandData(actor);
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const judged = judgeAutomation(schema, input);
    const automation_id = newId();
    const position = String(await this.feed.position(actor.workspace_id));
    const row = await this.db.write(actor.workspace_id, async ({ automations, webhooks }) => {
      await demandWebhooks(webhooks, judged);
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
    return automationWire(row!);
  }

  /** One that is switched on again begins with what happens from then on. @throws DomainError validation, not_found */
  async update(actor: Actor, automationId: string, input: AutomationInput): Promise<AutomationWire> {
    demandData(actor);
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const now = input.status === 'active' ? String(await this.feed.position(actor.workspace_id)) : null;
    const { name, status, ...parts } = input;
    const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
    const row = await this.db.write(actor.workspace_id, async ({ automations, webhooks }) => {
      const before = await automations.lock(idOf(automationId));
      if (!before) throw notFound('Automation');
      const { kind, object_id: object, condition, actions } = before;
      const isChanged = Object.keys(given).length > 0;
      const judged = isChanged ? judgeAutomation(schema, { kind, object, condition, actions, ...given }) : {};
      await demandWebhooks(webhooks, judged);
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
    return automationWire(row!);
  }

  /** @throws DomainError not_found */
  async delete(actor: Actor, automationId: string): Promise<AutomationWire> {
    const row = await this.db.read(actor.workspace_id, ({ automations }) => automations.delete(idOf(automationId)));
    if (!row) throw notFound('Automation');
    return automationWire(row);
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

  private async row(actor: Actor, automationId: string): Promise<AutomationRow> {
    const row = await this.db.read(actor.workspace_id, ({ automations }) => automations.find(idOf(automationId)));
    if (!row) throw notFound('Automation');
    return row;
  }
}

async function demandWebhooks(webhooks: WebhookStore, { actions = [] }: Partial<AutomationRow>): Promise<void> {
  for (const [at, action] of actions.entries()) {
    if (action.type !== 'call_webhook' || (await webhooks.find(action.webhook_id))) continue;
    const path = `actions[${at}].webhook_id`;
    throw invalid([{ path, message: 'There is no such webhook.', expected: 'id of a webhook' }]);
  }
}

/** An automation reads and writes records, so whoever makes it must be allowed to. @throws DomainError forbidden */
function demandData(actor: Actor): void {
  for (const needs of ['read:data', 'write:data'] satisfies Capability[])
    if (!actor.capabilities.has(needs)) throw lacks(actor, needs);
}

/** Why what waits to be tried again is not gone on with, if it is not. */
function reasonToLeave(before: AutomationRow, after: Partial<AutomationRow>): string | undefined {
  if (after.status === 'disabled') return 'The automation was switched off.';
  const { kind = before.kind, object_id = before.object_id } = after;
  if (kind !== before.kind || object_id !== before.object_id) return 'The automation was changed to follow others.';
  return undefined;
}

function switched(status: AutomationInput['status']): Partial<AutomationRow> {
  if (status === 'disabled') return { status, disabled_reason: 'Switched off.' };
  return status === 'active' ? { status, disabled_reason: null, attempts: 0, next_attempt_at: AT_ONCE } : {};
}

function idOf(text: string): string {
  if (!UUID.test(text)) throw notFound('Automation');
  return text.toLowerCase();
}
