import { rowsOfParts, type Session } from '../db/session.js';

export interface KeptAnswer {
  fingerprint: string;
  answer: unknown;
  /** Of the answer. */
  bytes: number;
}

/** Answers of requests that bore an idempotency key, kept for a day. */
export class IdempotencyStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Takes a key; false when it was used before. Waits for a request that has it at this moment. */
  async take(credential: string, key: string, fingerprint: string): Promise<boolean> {
    await this.session.query(
      {
        name: 'idempotency-forget',
        text: `delete
          from idempotency
          where workspace_id = $1 and credential = $2 and key = $3 and created_at < now() - interval '24 hours'`,
      },
      [this.workspaceId, credential, key],
    );
    const rows = await this.session.query(
      {
        name: 'idempotency-take',
        text: `insert into idempotency (workspace_id, credential, key, fingerprint)
          values ($1, $2, $3, $4)
          on conflict
          do nothing returning 1`,
      },
      [this.workspaceId, credential, key, fingerprint],
    );
    return rows.length === 1;
  }

  /** Gives a key back that this transaction has taken. */
  async release(credential: string, key: string): Promise<void> {
    const text = 'delete from idempotency where workspace_id = $1 and credential = $2 and key = $3';
    await this.session.query({ name: 'idempotency-release', text }, [this.workspaceId, credential, key]);
  }

  /** @param most bytes of an answer that is given; of a longer one only how many it has */
  async find(credential: string, key: string, most: number | null): Promise<KeptAnswer | undefined> {
    const text = `select fingerprint, size.bytes,
        case when $4::int is null or size.bytes <= $4::int then answer end as answer
      from idempotency
      cross join lateral (select octet_length(answer::text) as bytes) size
      where workspace_id = $1 and credential = $2 and key = $3`;
    const values = [this.workspaceId, credential, key, most];
    const [row] = await this.session.query<KeptAnswer>({ name: 'idempotency-find', text }, values);
    return row;
  }

  /** Large answers that are kept: their bytes, and after how many seconds the oldest of them is a day old. */
  async large(): Promise<{ bytes: number; seconds: number }> {
    const text = `select coalesce(sum(large_bytes), 0)::float8 as bytes,
        coalesce(extract(epoch from min(created_at) + interval '24 hours' - now()), 0)::float8 as seconds
      from idempotency
      where workspace_id = $1 and large_bytes is not null and created_at > now() - interval '24 hours'`;
    const [row] = await this.session.query<{ bytes: number; seconds: number }>({ name: 'idempotency-large', text }, [
      this.workspaceId,
    ]);
    return row!;
  }

  /** @param largeBytes of an answer that counts as large, else null */
  async keep(credential: string, key: string, answer: { text: string; largeBytes: number | null }): Promise<void> {
    const text = `update idempotency set answer = $4, large_bytes = $5
      where workspace_id = $1 and credential = $2 and key = $3`;
    const values = [this.workspaceId, credential, key, answer.text, answer.largeBytes];
    await this.session.query({ name: 'idempotency-keep', text }, values);
  }
}

/** Takes away some answers that are older than a day, of all tenants. Gives how many. */
export async function forgetAnswers(session: Session): Promise<number> {
  const statement = {
    name: 'idempotency-forget-old',
    text: `delete from idempotency i
      using (select workspace_id, credential, key
        from idempotency
        where created_at < now() - interval '24 hours'
        order by created_at limit 1000) old
      where i.workspace_id = old.workspace_id and i.credential = old.credential and i.key = old.key returning 1`,
  };
  return (await rowsOfParts(session, statement, [])).length;
}
