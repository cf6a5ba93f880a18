import { timingSafeEqual } from 'node:crypto';
import { newId } from '#platform';
import { atConsole, OPERATOR, type AuditAuthor } from '../audit/audit.js';
import { CAPABILITIES, type Capability, type Caller, type Provenance } from '../actor.js';
import type { Db } from '../crm-database.js';
import { conflict, invalid, notFound, unauthenticated, type Issue } from '../errors.js';
import { textIssue } from '../required-text.js';
import { ApiKeyFinder } from './api-key-finder.js';
import { newApiKey, readApiKey } from './api-key-format.js';
import type { ApiKeyEntity } from './api-key.entity.js';

/** What a key may be given; sending is for people and their assistants. */
export const KEY_CAPABILITIES = ['read:data', 'write:data', 'write:schema'] as const satisfies readonly Capability[];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_KEYS = 20;
const TOUCH_EVERY = 60_000;

export interface NewKey {
  workspace_id: string;
  name: string;
  capabilities: readonly string[];
  expires_at?: Date | null;
  created_by_user_id?: string | null;
}

/** A key as it may be shown: never its secret. */
export interface ApiKeyView {
  api_key_id: string;
  name: string;
  /** The key's beginning and end, enough to tell keys apart. */
  hint: string;
  capabilities: Capability[];
  created_by_user_id: string | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** Workspace API keys for the REST API (decisions: REST credentials). */
export class ApiKeyService {
  private readonly finder: ApiKeyFinder;
  private readonly touched = new Map<string, number>();

  constructor(private readonly db: Db) {
    // No workspace is known yet; the key tells it.
    this.finder = new ApiKeyFinder((ids, failures) =>
      db.autocommit('', (stores) => stores.apiKeys.findByPublicIds(ids, failures)),
    );
  }

  /**
   * The key's text is given once and kept nowhere.
   *
   * @throws DomainError validation with all that is wrong, not_found, conflict
   */
  async create(key: NewKey): Promise<{ api_key: string; api_key_id: string }> {
    const issues = [textIssue(key.name, 'name'), capabilityIssue(key.capabilities)].filter(
      (issue) => issue !== undefined,
    );
    if (issues.length > 0) throw invalid(issues);
    const capabilities = bitsOf(key.capabilities);
    const name = key.name.trim();
    const { text, public_id, hash } = newApiKey();
    const api_key_id = newId();
    await this.db.transaction(key.workspace_id, async (stores) => {
      if (!(await stores.workspaces.holdCounts())) throw notFound('Workspace');
      if ((await stores.apiKeys.countLive()) >= MAX_KEYS)
        throw conflict('limit_reached', `A workspace has at most ${MAX_KEYS} API keys. Revoke one first.`);
      const { created_by_user_id = null, expires_at = null } = key;
      await stores.apiKeys.insert({
        api_key_id,
        public_id,
        secret_hash: hash,
        last_four: text.slice(-4),
        name,
        capabilities,
        created_by_user_id,
        expires_at,
      });
      await stores.audit.append({
        action: 'api_key.created',
        by: atConsole(created_by_user_id),
        subject: { type: 'api-key', id: api_key_id },
        details: { name, capabilities: key.capabilities, expires_at: expires_at?.toISOString() ?? null },
      });
    });
    return { api_key: text, api_key_id };
  }

  /** Keys that are not revoked, and the 100 that were revoked last. */
  async list(workspaceId: string): Promise<ApiKeyView[]> {
    const rows = await this.db.autocommit(workspaceId, (stores) => stores.apiKeys.list());
    return rows.map(view);
  }

  /** Holds from the next request on. @throws DomainError not_found */
  async revoke(workspaceId: string, apiKeyId: string, by: AuditAuthor = OPERATOR): Promise<void> {
    if (!UUID.test(apiKeyId)) throw notFound('API key');
    await this.db.transaction(workspaceId, async ({ apiKeys, audit }) => {
      const found = await apiKeys.revoke(apiKeyId);
      if (!found) throw notFound('API key');
      const subject = { type: 'api-key', id: apiKeyId.toLowerCase() } as const;
      if (found === 'now') await audit.append({ action: 'api_key.revoked', by, subject });
    });
  }

  /**
   * Whose key this is. Its secret is checked here; that it is neither revoked nor expired is checked by whoever proves
   * the caller.
   * @throws DomainError unauthenticated, the same for every key that is not one
   */
  async identify(text: string, via: Provenance): Promise<Caller> {
    const presented = readApiKey(text);
    const key = presented && (await this.finder.find(presented.public_id));
    const same = timingSafeEqual(presented?.hash ?? NOBODY, key?.secret_hash ?? NOBODY);
    if (!key || !same) throw unauthenticated();
    this.touch(key);
    return {
      workspace_id: key.workspace_id,
      api_key_id: key.api_key_id,
      user_id: null,
      client_id: null,
      trusted: false,
      via,
    };
  }

  /** Notes the use at most once a minute, off the request's path, whether that succeeds or not. */
  private touch(key: Pick<ApiKeyEntity, 'api_key_id' | 'workspace_id'>): void {
    const now = Date.now();
    if (now - (this.touched.get(key.api_key_id) ?? 0) < TOUCH_EVERY) return;
    this.touched.set(key.api_key_id, now);
    this.db.autocommit(key.workspace_id, (stores) => stores.apiKeys.touch(key.api_key_id)).catch(() => undefined);
  }
}

const NOBODY = Buffer.alloc(32);

function capabilityIssue(names: readonly string[]): Issue | undefined {
  const unknown = names.filter((name) => !(KEY_CAPABILITIES as readonly string[]).includes(name));
  if (unknown.length === 0 && names.length > 0) return undefined;
  return {
    path: 'capabilities',
    message: 'Expected one or more of the capabilities a key can have.',
    expected: 'capabilities',
    allowed: KEY_CAPABILITIES,
  };
}

function bitsOf(names: readonly string[]): number {
  return names.reduce((bits, name) => bits | CAPABILITIES[name as Capability], 0);
}

function view(row: ApiKeyEntity): ApiKeyView {
  return {
    api_key_id: row.api_key_id,
    name: row.name,
    hint: `crm_live_${row.public_id}_…${row.last_four}`,
    capabilities: KEY_CAPABILITIES.filter((name) => row.capabilities & CAPABILITIES[name]),
    created_by_user_id: row.created_by_user_id,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
