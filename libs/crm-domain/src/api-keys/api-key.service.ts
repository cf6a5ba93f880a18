import { timingSafeEqual } from 'node:crypto';
import { newId } from '#platform';
import { CAPABILITIES, type Capability, type Claim, type Provenance } from '../actor.js';
import type { Db } from '../db/db.js';
import { conflict, invalid, notFound, unauthenticated } from '../errors.js';
import { requiredText } from '../required-text.js';
import { ApiKeyFinder } from './api-key-finder.js';
import { newApiKey, readApiKey } from './api-key-format.js';
import type { ApiKeyEntity } from './api-key.entity.js';

/** What a key may be given; sending is for people and their assistants. */
export const KEY_CAPABILITIES = ['read:data', 'write:data', 'write:schema'] as const satisfies readonly Capability[];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST_KEYS = 20;
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
    this.finder = new ApiKeyFinder((ids) => db.read('', (stores) => stores.apiKeys.findByPublicIds(ids)));
  }

  /** The key's text is given once and kept nowhere. @throws DomainError validation, not_found, conflict */
  async create(key: NewKey): Promise<{ api_key: string; api_key_id: string }> {
    const capabilities = bitsOf(key.capabilities);
    const name = requiredText(key.name, 'name');
    const { text, public_id, hash } = newApiKey();
    const api_key_id = newId();
    await this.db.write(key.workspace_id, async (stores) => {
      if (!(await stores.workspaces.find())) throw notFound('Workspace');
      const live = (await stores.apiKeys.list()).filter((each) => !each.revoked_at);
      if (live.length >= MOST_KEYS)
        throw conflict('limit_reached', `A workspace has at most ${MOST_KEYS} API keys. Revoke one first.`);
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
    });
    return { api_key: text, api_key_id };
  }

  async list(workspaceId: string): Promise<ApiKeyView[]> {
    const rows = await this.db.read(workspaceId, (stores) => stores.apiKeys.list());
    return rows.map(view);
  }

  /** Holds from the next request on. @throws DomainError not_found */
  async revoke(workspaceId: string, apiKeyId: string): Promise<void> {
    const found = UUID.test(apiKeyId) && (await this.db.read(workspaceId, (stores) => stores.apiKeys.revoke(apiKeyId)));
    if (!found) throw notFound('API key');
  }

  /**
   * Whose key this is. Its secret is checked here; that it is neither revoked nor expired is checked by whoever proves the claim.
   * @throws DomainError unauthenticated, the same for every key that is not one
   */
  async identify(text: string, via: Provenance): Promise<Claim> {
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
    this.db.read(key.workspace_id, (stores) => stores.apiKeys.touch(key.api_key_id)).catch(() => undefined);
  }
}

const NOBODY = Buffer.alloc(32);

function bitsOf(names: readonly string[]): number {
  const unknown = names.filter((name) => !(KEY_CAPABILITIES as readonly string[]).includes(name));
  if (unknown.length > 0 || names.length === 0) {
    throw invalid([
      {
        path: 'capabilities',
        message: 'Expected one or more of the capabilities a key can have.',
        expected: 'capabilities',
        allowed: KEY_CAPABILITIES,
      },
    ]);
  }
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
