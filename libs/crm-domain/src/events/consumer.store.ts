import { rowsOfParts, type Session } from '../db/session.js';

/** Who works through the feed: each row of these tables on its own. */
export type ConsumerKind = 'webhook' | 'automation';

/** What follows the feed on its own: `id` is that of a webhook or an automation. */
export interface Consumer {
  workspace_id: string;
  id: string;
}

/** Whoever has a consumer, and for how many milliseconds unless the lease is renewed. */
export interface LeaseHolder {
  owner: string;
  leaseMs: number;
}

const LEASE = `now() + make_interval(secs => $4::float8 / 1000)`;

/**
 * Leases and progress of one kind of consumer. One process at a time has a consumer; who lost its lease changes
 * nothing.
 */
export class ConsumerStore {
  private readonly key: string;

  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
    private readonly kind: ConsumerKind,
  ) {
    this.key = `${kind}_id`;
  }

  /** Takes a consumer that is active, due and free; nothing otherwise. */
  async acquireLease<Row>(id: string, { owner, leaseMs }: LeaseHolder): Promise<Row | undefined> {
    const [row] = await this.session.query<Row>(
      {
        name: `${this.kind}-claim`,
        text: `update ${this.kind} set lease_owner = $3, lease_until = ${LEASE}
          where workspace_id = $1 and ${this.key} = $2 and status = 'active' and next_attempt_at <= now()
            and (lease_until is null or lease_until < now())
            and (select w.api_access from workspace w where w.workspace_id = $1) returning *`,
      },
      [this.workspaceId, id, owner, leaseMs],
    );
    return row;
  }

  /** Holds on to a lease. Gives false when it is lost or the consumer was disabled or deleted. */
  async renew(id: string, { owner, leaseMs }: LeaseHolder): Promise<boolean> {
    const rows = await this.session.query(
      {
        name: `${this.kind}-renew`,
        text: `update ${this.kind} set lease_until = ${LEASE}
          where workspace_id = $1 and ${this.key} = $2 and lease_owner = $3 and status = 'active' returning 1`,
      },
      [this.workspaceId, id, owner, leaseMs],
    );
    return rows.length === 1;
  }

  /** Everything up to `position` is done. Gives false as `renew` does. */
  async advance(id: string, owner: string, to: { position: number; succeeded: boolean }): Promise<boolean> {
    const rows = await this.session.query(
      {
        name: `${this.kind}-advance`,
        text: `update ${this.kind}
          set position = $4, attempts = 0, last_success_at = case when $5 then (select now()) else last_success_at end
          where workspace_id = $1 and ${this.key} = $2 and lease_owner = $3 and status = 'active' returning 1`,
      },
      [this.workspaceId, id, owner, to.position, to.succeeded],
    );
    return rows.length === 1;
  }

  /** Rests until it is tried again; what is done up to `position` stays done. */
  async postpone(id: string, owner: string, until: { position: number; seconds: number }): Promise<void> {
    await this.session.query(
      {
        name: `${this.kind}-postpone`,
        text: `update ${this.kind}
          set position = $4, attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $5),
            lease_owner = null, lease_until = null
          where workspace_id = $1 and ${this.key} = $2 and lease_owner = $3`,
      },
      [this.workspaceId, id, owner, until.position, until.seconds],
    );
  }

  async release(id: string, owner: string): Promise<void> {
    await this.session.query(
      {
        name: `${this.kind}-release`,
        text: `update ${this.kind}
          set lease_owner = null, lease_until = null
          where workspace_id = $1 and ${this.key} = $2 and lease_owner = $3`,
      },
      [this.workspaceId, id, owner],
    );
  }

  /** Stops it for good, with a reason that its owner sees. */
  async disable(id: string, owner: string, reason: string): Promise<void> {
    await this.session.query(
      {
        text: `update ${this.kind}
          set status = 'disabled', disabled_reason = $4, lease_owner = null, lease_until = null
          where workspace_id = $1 and ${this.key} = $2 and lease_owner = $3`,
      },
      [this.workspaceId, id, owner, reason],
    );
  }

  /** Those of this workspace that have something to do now, or may have. */
  async due(): Promise<string[]> {
    const rows = await this.session.query<{ id: string }>(
      {
        name: `${this.kind}-due`,
        text: `select c.${this.key} as id from ${this.kind} c where c.workspace_id = $1 and ${DUE} and ${BEHIND}`,
      },
      [this.workspaceId],
    );
    return rows.map((row) => row.id);
  }
}

// A workspace that has lost its access is told nothing and does nothing by itself; its consumers go on where they
// stopped.
const DUE = `c.status = 'active' and c.next_attempt_at <= now() and (c.lease_until is null or c.lease_until < now())
  and (select w.api_access from workspace w where w.workspace_id = c.workspace_id)`;
const BEHIND = `(exists (select 1 from event_pending p where p.workspace_id = $1)
  or c.position < (select h.position from event_head h where h.workspace_id = $1))`;

/** An active consumer, and whether it has something to do now, or may have. */
export interface Follower {
  kind: ConsumerKind;
  id: string;
  due: boolean;
}

const followersOf = (kind: ConsumerKind) =>
  `select '${kind}' as kind, c.${kind}_id as id, ${DUE} and ${BEHIND} as due
    from ${kind} c
    where c.workspace_id = $1 and c.status = 'active'`;

const FOLLOWERS = {
  name: 'event-followers',
  text: `${followersOf('webhook')} union all ${followersOf('automation')}`,
};

/** All consumers of a workspace that are active. */
export function findFollowers(session: Session, workspaceId: string): Promise<Follower[]> {
  return session.query<Follower>(FOLLOWERS, [workspaceId]);
}

/** Those of all workspaces, for when nobody was told. One of the few statements over all tenants. */
export function dueConsumers(session: Session, kind: ConsumerKind): Promise<Consumer[]> {
  const statement = {
    name: `${kind}-due-anywhere`,
    text: `select c.workspace_id, c.${kind}_id as id
      from ${kind} c
      left join event_head h on h.workspace_id = c.workspace_id
      where ${DUE} and (h.position > c.position
        or exists (select 1 from event_pending p where p.workspace_id = c.workspace_id)) limit 5000`,
  };
  return rowsOfParts<Consumer>(session, statement, []);
}
