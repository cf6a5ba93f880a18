import { rowsOfParts, type Session } from '../db/session.js';
import { TenantTable, type Written } from '../db/tenant-table.js';
import { PersonErasureEntity } from './person-erasure.entity.js';

/** Seconds for which a process keeps an erasure that it works on. */
const LEASE = 60;
/** Erasures of a workspace that are listed, and kept as a certificate. */
const LISTED = 100;

/** Which erasure, of all workspaces. */
export type ErasureKey = Pick<PersonErasureEntity, 'workspace_id' | 'erasure_id'>;

// Of a workspace one runs at a time.
const CLAIM = `update person_erasure e set state = 'running', attempt = e.attempt + 1,
    lease_until = now() + interval '${LEASE} seconds'
  where e.workspace_id = $1 and e.erasure_id = $2 and e.state in ('queued', 'running') and e.lease_until <= now()
    and not exists (select 1 from person_erasure o where o.workspace_id = $1 and o.erasure_id <> $2
      and o.state = 'running' and o.lease_until > now())
  returning e.*`;

const HOLD = `update person_erasure set lease_until = now() + interval '${LEASE} seconds'
  where workspace_id = $1 and erasure_id = $2 and state = 'running' and attempt = $3 returning 1`;

/** Erasures of one workspace: who asked, how far they are, and what was done. */
export class ErasureStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get table(): TenantTable<PersonErasureEntity> {
    return new TenantTable(this.session, PersonErasureEntity, this.workspaceId);
  }

  insert(row: Written<PersonErasureEntity>): Promise<void> {
    return this.table.insert(row);
  }

  find(erasure_id: string): Promise<PersonErasureEntity | undefined> {
    return this.table.findOne({ erasure_id });
  }

  async list(): Promise<PersonErasureEntity[]> {
    const text = `select erasure_id from person_erasure where workspace_id = $1 order by erasure_id desc limit ${LISTED}`;
    const rows = await this.session.query<{ erasure_id: string }>({ text }, [this.workspaceId]);
    const found = await Promise.all(rows.map(({ erasure_id }) => this.find(erasure_id)));
    return found.filter((row) => row !== undefined);
  }

  async countOpen(): Promise<number> {
    const text = `select count(*)::int as n from person_erasure where workspace_id = $1 and state in ('queued', 'running')`;
    const [row] = await this.session.query<{ n: number }>({ text }, [this.workspaceId]);
    return row!.n;
  }

  async claim(erasureId: string): Promise<PersonErasureEntity | undefined> {
    const [row] = await this.session.query<PersonErasureEntity>({ text: CLAIM }, [this.workspaceId, erasureId]);
    return row;
  }

  /** Keeps it until this transaction ends, and for a minute. Gives whether this attempt still has it. */
  async hold({ erasure_id, attempt }: PersonErasureEntity): Promise<boolean> {
    return (await this.session.query({ text: HOLD }, [this.workspaceId, erasure_id, attempt])).length === 1;
  }

  async save({ erasure_id, attempt }: PersonErasureEntity, changes: Written<PersonErasureEntity>): Promise<boolean> {
    return (await this.table.update({ erasure_id, attempt, state: 'running' }, changes)) === 1;
  }

  /** Lets whoever comes next go on, after some seconds. */
  async postpone({ erasure_id, attempt }: PersonErasureEntity, seconds: number): Promise<void> {
    const text = `update person_erasure set lease_until = now() + make_interval(secs => $4)
      where workspace_id = $1 and erasure_id = $2 and state = 'running' and attempt = $3`;
    await this.session.query({ text }, [this.workspaceId, erasure_id, attempt, seconds]);
  }
}

/** Erasures that wait for somebody to work on them, or whose worker has gone. */
export async function dueErasures(session: Session): Promise<ErasureKey[]> {
  const text = `select workspace_id, erasure_id, lease_until from person_erasure
    where state in ('queued', 'running') and lease_until <= now() order by lease_until limit 100`;
  const rows = await rowsOfParts<ErasureKey & { lease_until: Date }>(
    session,
    { name: 'erasures-due-anywhere', text },
    [],
  );
  return rows.sort((one, other) => one.lease_until.getTime() - other.lease_until.getTime());
}
