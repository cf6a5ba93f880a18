import { IsNull } from 'typeorm';
import { NOW } from '../db/columns.js';
import type { Session, TenantNames } from '../db/session.js';
import { TenantTable } from '../db/tenant-table.js';
import { ApiKeyEntity } from './api-key.entity.js';

/** What never changes of a key. Whether it still holds is asked of the database with every request. */
export type KnownKey = Pick<ApiKeyEntity, 'api_key_id' | 'workspace_id' | 'public_id' | 'secret_hash'>;

export type NewApiKeyRow = Pick<
  ApiKeyEntity,
  | 'api_key_id'
  | 'public_id'
  | 'secret_hash'
  | 'last_four'
  | 'name'
  | 'capabilities'
  | 'created_by_user_id'
  | 'expires_at'
>;

/** Revoked keys that are shown. */
const MAX_REVOKED = 100;

const FIND = 'select api_key_id, workspace_id, public_id, secret_hash from api_key where public_id = any($1::text[])';

export class ApiKeyStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get keys(): TenantTable<ApiKeyEntity> {
    return new TenantTable(this.session, ApiKeyEntity, this.workspaceId);
  }

  async insert(key: NewApiKeyRow): Promise<void> {
    await this.session.tenantNames?.take('key', key.public_id, this.workspaceId);
    await this.keys.insert(key);
  }

  /** Those that are not revoked, and the newest of those that are, of which there is any number. */
  list(): Promise<ApiKeyEntity[]> {
    const text = `select * from api_key where workspace_id = $1 and (revoked_at is null or api_key_id in
        (select api_key_id
          from api_key
          where workspace_id = $1 and revoked_at is not null
          order by revoked_at desc, api_key_id desc limit ${MAX_REVOKED}))
      order by created_at, api_key_id`;
    return this.session.query<ApiKeyEntity>({ name: 'api-key-list', text }, [this.workspaceId]);
  }

  /** Those that are not revoked, expired ones included. */
  countLive(): Promise<number> {
    return this.keys.count({ revoked_at: IsNull() });
  }

  /** Revoked or not. */
  async isThere(api_key_id: string): Promise<boolean> {
    return (await this.keys.count({ api_key_id })) > 0;
  }

  /** Revoking again changes nothing. Undefined where the workspace has no such key. */
  async revoke(api_key_id: string): Promise<'now' | 'before' | undefined> {
    if ((await this.keys.update({ api_key_id, revoked_at: IsNull() }, { revoked_at: NOW })) === 1) return 'now';
    return (await this.keys.count({ api_key_id })) === 1 ? 'before' : undefined;
  }

  async touch(api_key_id: string): Promise<void> {
    await this.keys.update({ api_key_id }, { last_used_at: NOW });
  }

  /**
   * Keys by the ids that stand in them: the one look-up that cannot know its workspace yet.
   *
   * @param failures told of each whose workspace cannot be reached
   */
  async findByPublicIds(publicIds: readonly string[], failures: Map<string, unknown>): Promise<KnownKey[]> {
    const { tenantNames } = this.session;
    if (tenantNames) {
      const failed = (id: string) => (error: unknown) => void failures.set(id, error);
      const found = publicIds.map((id) => this.findNamed(tenantNames, id).catch(failed(id)));
      return (await Promise.all(found)).flatMap((keys) => keys ?? []);
    }
    return this.session.query<KnownKey>({ name: 'api-key-find', pipelined: true, text: FIND }, [publicIds]);
  }

  private async findNamed(names: TenantNames, publicId: string): Promise<KnownKey[]> {
    const workspaceId = await names.find('key', publicId);
    if (workspaceId === undefined) return [];
    const text = `select api_key_id, workspace_id, public_id, secret_hash from api_key
      where workspace_id = $1 and public_id = $2`;
    return this.session.query<KnownKey>({ name: 'api-key-find-named', text }, [workspaceId, publicId]);
  }
}
