import { isUuidShaped, newId } from '#platform';
import { atConsole, type AuditAuthor, type AuditNote } from '../audit/audit.js';
import type { AccessService } from '../access/access.service.js';
import type { Actor, Capability, Caller, Provenance } from '../actor.js';
import type { Db } from '../crm-database.js';
import { DomainError, conflict, invalid, notFound } from '../errors.js';
import { APPROVALS, type Approval } from './approval.js';
import { TIERS, TIER_CAPABILITIES, type Tier } from './tiers.js';
import { view, type ConnectionView } from './connection-view.js';
import { MAX_REDIRECT_LENGTH, clean } from './client-words.js';
import { refuseTooMany } from './connection-room.js';
import type { ConnectionChange, ConnectionStore, ResolvedToken } from './connection.store.js';
import { isItsOwn, type TokenIdentity } from './token-identity.js';

const DAY = 86_400_000;
/** Days. */
const MAX_UNUSED = 3650;
const REMEMBERED = 10_000;
const TOUCH_EVERY = 60_000;

/** Connections of tool clients: one per workspace, user and client (contract: Authentication, Tool server 5 to 9). */
export class ConnectionService {
  /** Ids behind organisations and subjects, which never change. What they may do is asked with every request. */
  private readonly known = new Map<string, ResolvedToken>();
  /** Connections that this process saw at work, and when that was last written down. */
  private readonly seen = new Map<string, { connection_id: string; touched: number }>();
  private readonly named = new Set<string>();
  /** When a refusal of a connection was last written down. */
  private readonly refused = new Map<string, number>();

  constructor(
    private readonly db: Db,
    private readonly access: AccessService,
  ) {}

  /** Whose token this is. @throws DomainError unauthenticated, the same for a strange workspace and a strange user */
  async identify(token: TokenIdentity, via: Provenance): Promise<Caller> {
    const key = JSON.stringify([token.org_id, token.issuer, token.subject]);
    const ids =
      this.known.get(key) ??
      (await this.db.autocommit('', (stores) => stores.connections.resolve(token.org_id, token.issuer, token.subject)));
    if (!ids || !isItsOwn(token, ids))
      throw new DomainError('unauthenticated', 'The token does not stand for a member of its workspace.');
    if (!this.known.has(key) && this.known.size >= REMEMBERED) this.known.delete(this.known.keys().next().value!);
    this.known.set(key, ids);
    const { workspace_id, user_id } = ids;
    return { workspace_id, user_id, api_key_id: null, client_id: token.client_id, trusted: false, via };
  }

  /**
   * Proves the caller of a token. The first valid token of a client makes its connection, which can read; nothing is
   * made for a workspace without API access. @throws DomainError unauthenticated, forbidden also where its person has
   * too many
   */
  async admit(caller: Caller, token: TokenIdentity, needs: Capability | null): Promise<Actor> {
    const actor = await this.access.authorize(caller, null);
    if (actor.connection_id) {
      this.touch(caller, token, actor.connection_id);
      return this.access.require(actor, needs);
    }
    const { user_id, client_id } = caller as { user_id: string; client_id: string };
    const { client_name = null, client_redirect = null } = token;
    const connection = {
      connection_id: newId(),
      user_id,
      client_id,
      client_name: clean(client_name),
      client_redirect: clean(client_redirect, MAX_REDIRECT_LENGTH),
    };
    await this.db.transaction(caller.workspace_id, async (stores) => {
      if (!(await stores.connections.insert(connection))) return;
      await refuseTooMany(stores.connections, user_id);
      const by: AuditAuthor = { type: 'user', id: user_id, through: 'mcp' };
      const subject = { type: 'connection', id: connection.connection_id } as const;
      const details = { client_id, client_name: connection.client_name };
      await stores.audit.append({ action: 'connection.created', by, subject, details });
    });
    // Somebody else may have made it first, and revoked it.
    return this.access.authorize(caller, needs);
  }

  /**
   * The connection behind the caller of a token, when it was seen at work here before: there is nothing to be made
   * then, and the statement that does the work may prove the caller. It says nothing of what the connection may do now.
   */
  recall(caller: Caller, token: TokenIdentity): string | undefined {
    const connectionId = this.seen.get(keyOf(caller))?.connection_id;
    if (connectionId) this.touch(caller, token, connectionId);
    return connectionId;
  }

  /** Keeps what a client calls itself when nothing is known of it yet; gives the name as it may be shown. */
  introduce({ workspace_id, connection_id }: Actor, clientName: string): string | undefined {
    const name = clean(clientName);
    if (!name || !connection_id || this.named.has(connection_id)) return name ?? undefined;
    if (this.named.size >= REMEMBERED) this.named.clear();
    this.named.add(connection_id);
    this.db
      .autocommit(workspace_id, (stores) => stores.connections.nameOnce(connection_id, name))
      // Later, not with every request: a database that is read-only refuses each of them.
      .catch(() => setTimeout(() => this.named.delete(connection_id), TOUCH_EVERY).unref());
    return name;
  }

  /**
   * Notes that a connection was refused for want of a capability, so that its owner is shown it: at most once a minute,
   * off the request's path.
   */
  noteRefusal({ workspace_id, connection_id }: Actor, needs: Capability): void {
    const tier = (Object.keys(TIERS) as Tier[]).find((each) => TIER_CAPABILITIES[each].includes(needs));
    if (!connection_id || !tier) return;
    const key = `${connection_id}:${tier}`;
    if (Date.now() - (this.refused.get(key) ?? 0) < TOUCH_EVERY) return;
    if (this.refused.size >= REMEMBERED) this.refused.clear();
    this.refused.set(key, Date.now());
    this.db
      .autocommit(workspace_id, (stores) => stores.connections.ask(connection_id, TIERS[tier]))
      .catch(() => undefined);
  }

  /** @param userId null for all of the workspace. @param most of more, those that were used last */
  async list(workspaceId: string, userId: string | null, most: number | null = null): Promise<ConnectionView[]> {
    const rows = await this.db.autocommit(workspaceId, (stores) => stores.connections.list(userId, most));
    return rows.map(view);
  }

  async count(workspaceId: string, userId: string): Promise<number> {
    return (await this.db.autocommit(workspaceId, ({ connections }) => connections.countOf(userId))).all;
  }

  /** Those of the services of a workspace, which an admin decides about. */
  async listOfServices(workspaceId: string): Promise<ConnectionView[]> {
    const rows = await this.db.autocommit(workspaceId, (stores) => stores.connections.listOfServices());
    return rows.map(view);
  }

  /** Raises or lowers. @throws DomainError not_found, conflict when it was revoked or changed since it was seen */
  async setTier(workspaceId: string, connectionId: string, tier: Tier, by: ConnectionChange = {}): Promise<void> {
    if (!Object.hasOwn(TIERS, tier))
      throw invalid([
        { path: 'capabilities', message: 'Expected a tier.', expected: 'tier', allowed: Object.keys(TIERS) },
      ]);
    const done = { action: 'connection.access_changed', details: { capabilities: TIER_CAPABILITIES[tier] } } as const;
    await this.change(workspaceId, { connectionId, by, done }, (store) =>
      store.setAccess(connectionId, TIERS[tier], by),
    );
  }

  /**
   * Says whether a person has to approve what is sent through it, from the next message on that leaves: what it has queued
   * before is not sent.
   *
   * @throws DomainError validation, not_found, conflict when it was revoked or changed since it was seen
   */
  async setApproval(
    workspaceId: string,
    connectionId: string,
    approval: Approval,
    by: ConnectionChange = {},
  ): Promise<void> {
    const expected = `one of ${APPROVALS.join(', ')}`;
    if (!APPROVALS.includes(approval))
      throw invalid([{ path: 'approval', message: 'Expected a rule.', expected, allowed: APPROVALS }]);
    const done = { action: 'connection.approval_changed', details: { approval } } as const;
    await this.change(workspaceId, { connectionId, by, done }, (store) =>
      store.setApproval(connectionId, approval, by),
    );
  }

  /** Refused from the next request on, until its owner allows it again. @throws DomainError not_found, conflict */
  async revoke(workspaceId: string, connectionId: string, by: ConnectionChange = {}): Promise<void> {
    const done = { action: 'connection.revoked' } as const;
    await this.change(workspaceId, { connectionId, by, done }, (store) => store.revoke(connectionId, by));
  }

  /**
   * Revokes the connections of a user that were not used since `since`, which is 1 to 3650 days ago. Gives how many.
   * @throws DomainError validation
   */
  async revokeUnused(workspaceId: string, userId: string, since: Date): Promise<number> {
    const days = (Date.now() - since.getTime()) / DAY;
    // Written so that a date that is none is refused, too.
    if (!(days >= 1 && days <= MAX_UNUSED))
      throw invalid([{ path: 'unused_since', message: `Expected a date and time 1 to ${MAX_UNUSED} days ago.` }]);
    return this.db.transaction(workspaceId, async ({ audit, connections }) => {
      const ids = await connections.revokeUnused(userId, since);
      for (const id of ids)
        await audit.append({
          action: 'connection.revoked',
          by: atConsole(userId),
          subject: { type: 'connection', id },
          details: { unused_since: since.toISOString() },
        });
      return ids.length;
    });
  }

  /** Allows a revoked connection again, to read. @throws DomainError not_found, conflict */
  async restore(workspaceId: string, connectionId: string, by: ConnectionChange = {}): Promise<void> {
    const done = { action: 'connection.restored' } as const;
    await this.change(workspaceId, { connectionId, by, done }, (store) => store.restore(connectionId, by));
  }

  private async change(
    workspaceId: string,
    { connectionId, by, done }: Change,
    work: (store: ConnectionStore) => Promise<boolean>,
  ): Promise<void> {
    if (!isUuidShaped(connectionId)) throw notFound('Connection');
    const isDone = await this.db.transaction(workspaceId, async ({ audit, connections }) => {
      if (!(await work(connections))) return false;
      const subject = { type: 'connection', id: connectionId.toLowerCase() } as const;
      await audit.append({ ...done, by: atConsole(by.admin_user_id ?? by.user_id), subject });
      return true;
    });
    if (isDone) return;
    const id = connectionId.toLowerCase();
    const visible = (await this.list(workspaceId, by.user_id ?? null)).find((each) => each.connection_id === id);
    if (!visible) throw notFound('Connection');
    throw conflict(
      visible.revoked_at ? 'connection_revoked' : 'changed_meanwhile',
      visible.revoked_at
        ? 'This connection was revoked. Only its owner can allow it again, on the connected-clients screen.'
        : 'This connection was changed in the meantime. Read it again, then decide.',
    );
  }

  /** Notes the use at most once a minute, off the request's path, whether that succeeds or not. */
  private touch(caller: Caller, { client_name = null }: TokenIdentity, connection_id: string): void {
    const key = keyOf(caller);
    const touched = Date.now();
    if (touched - (this.seen.get(key)?.touched ?? 0) < TOUCH_EVERY) return;
    if (this.seen.size >= REMEMBERED) this.seen.clear();
    this.seen.set(key, { connection_id, touched });
    this.db
      .autocommit(caller.workspace_id, (stores) => stores.connections.touch(connection_id, clean(client_name)))
      .then((isThere) => isThere || this.seen.delete(key))
      .catch(() => undefined);
  }
}

/** What is changed, by whom, and how the audit log calls it. */
type Change = { connectionId: string; by: ConnectionChange; done: Pick<AuditNote, 'action' | 'details'> };

function keyOf({ workspace_id, user_id, client_id }: Caller): string {
  return `${workspace_id}:${user_id}:${client_id}`;
}
