import type { Session } from '../db/session.js';

export interface ApiKeyRow {
  api_key_id: string;
  workspace_id: string;
  public_id: string;
  secret_hash: Buffer;
  last_four: string;
  name: string;
  capabilities: number;
  created_by_user_id: string | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** What never changes of a key. Whether it still holds is asked of the database with every request. */
export type KnownKey = Pick<ApiKeyRow, 'api_key_id' | 'workspace_id' | 'public_id' | 'secret_hash'>;

export type NewApiKeyRow = Pick<
  ApiKeyRow,
  | 'api_key_id'
  | 'public_id'
  | 'secret_hash'
  | 'last_four'
  | 'name'
  | 'capabilities'
  | 'created_by_user_id'
  | 'expires_at'
>;

const ALL =
  'api_key_id, workspace_id, public_id, secret_hash, last_four, name, capabilities, created_by_user_id, created_at, expires_at, last_used_at, revoked_at';

const FIND = 'select api_key_id, workspace_id, public_id, secret_hash from api_key where public_id = any($1::text[])';

export class ApiKeyStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  async insert(key: NewApiKeyRow): Promise<void> {
    const columns = Object.keys(key);
    const text = `insert into api_key (workspace_id, ${columns.join(', ')}) values ($1, ${columns.map((_, at) => `$${at + 2}`).join(', ')})`;
    await this.session.query({ text }, [this.workspaceId, ...Object.values(key)]);
  }

  list(): Promise<ApiKeyRow[]> {
    return this.session.query<ApiKeyRow>(
      { text: `select ${ALL} from api_key where workspace_id = $1 order by created_at, api_key_id` },
      [this.workspaceId],
    );
  }

  /** Gives whether the workspace has such a key. Revoking again changes nothing. */
  async revoke(apiKeyId: string): Promise<boolean> {
    const text =
      'update api_key set revoked_at = coalesce(revoked_at, now()) where workspace_id = $1 and api_key_id = $2 returning 1';
    return (await this.session.query({ text }, [this.workspaceId, apiKeyId])).length === 1;
  }

  async touch(apiKeyId: string): Promise<void> {
    await this.session.query(
      { text: 'update api_key set last_used_at = now() where workspace_id = $1 and api_key_id = $2' },
      [this.workspaceId, apiKeyId],
    );
  }

  /** Keys by the ids that stand in them: the one look-up that cannot know its workspace yet. */
  findByPublicIds(publicIds: readonly string[]): Promise<KnownKey[]> {
    return this.session.query<KnownKey>({ name: 'api-key-find', isBrief: true, text: FIND }, [publicIds]);
  }
}
