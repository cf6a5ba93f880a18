import type { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterPayload } from 'oidc-provider';

export interface AdapterOptions {
  /** How long a refresh token that was used may be used again. */
  refreshGraceSeconds: number;
  /** Milliseconds since the epoch. */
  clock?: () => number;
}

interface Row {
  payload: string;
  consumed_at: number | null;
}

const UPSERT = `
  insert into entry (model, id, payload, grant_id, uid, expires_at) values (?, ?, ?, ?, ?, ?)
  on conflict (model, id) do update
  set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`;

// The first use counts: were the time renewed, a stolen token could be kept alive by using it again and again.
const CONSUME = 'update entry set consumed_at = coalesce(consumed_at, ?) where model = ? and id = ?';

const ALIVE = '(expires_at is null or expires_at > ?)';

/** Where oidc-provider keeps one kind of its things. */
export class AdapterStore implements Adapter {
  private readonly now: () => number;
  private readonly graceMs: number;

  constructor(
    private readonly store: DatabaseSync,
    private readonly model: string,
    { refreshGraceSeconds, clock = Date.now }: AdapterOptions,
  ) {
    this.now = clock;
    this.graceMs = model === 'RefreshToken' ? refreshGraceSeconds * 1000 : 0;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const expiresAt = expiresIn === undefined ? null : this.now() + expiresIn * 1000;
    const { grantId = null, uid = null } = payload;
    this.store.prepare(UPSERT).run(this.model, id, JSON.stringify(payload), grantId, uid, expiresAt);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.findWhere('id', id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findWhere('uid', uid);
  }

  /** For the device flow, which is off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    this.store.prepare(CONSUME).run(this.now(), this.model, id);
  }

  async destroy(id: string): Promise<void> {
    this.store.prepare('delete from entry where model = ? and id = ?').run(this.model, id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    this.store.prepare('delete from entry where model = ? and grant_id = ?').run(this.model, grantId);
  }

  private findWhere(column: 'id' | 'uid', value: string): AdapterPayload | undefined {
    const query = `select payload, consumed_at from entry where model = ? and ${column} = ? and ${ALIVE}`;
    const row = this.store.prepare(query).get(this.model, value, this.now()) as Row | undefined;
    if (!row) return undefined;
    const payload = JSON.parse(row.payload) as AdapterPayload;
    return this.isUsed(row) ? { ...payload, consumed: Math.floor(Number(row.consumed_at) / 1000) } : payload;
  }

  /** A used refresh token counts as unused for the grace; used again after it, the library revokes its whole family. */
  private isUsed({ consumed_at }: Row): boolean {
    return consumed_at !== null && this.now() - consumed_at >= this.graceMs;
  }
}
