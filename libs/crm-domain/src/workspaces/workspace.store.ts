import { ofParts, type Session } from '../db/session.js';
import { UniqueViolation } from '../db/pg-errors.js';
import { TenantTable } from '../db/tenant-table.js';
import { conflict } from '../errors.js';
import type { AppUserEntity } from './app-user.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

export type WorkspaceRow = Omit<WorkspaceEntity, 'schema_version'>;

/** A workspace, and where it is when the database has several nodes. */
export type ListedWorkspace = WorkspaceRow & { node?: string };

/** All workspaces of a database but those of nodes that could not be asked. */
export interface WorkspaceList {
  workspaces: ListedWorkspace[];
  /** Such nodes. */
  away: readonly string[];
}

export interface MemberRow {
  user_id: string;
  subject: string;
  email: string;
  name: string;
  role: 'admin' | 'member' | 'service';
  created_at: Date;
}

export type NewUser = Pick<AppUserEntity, 'user_id' | 'issuer' | 'subject' | 'email' | 'name' | 'service_client_id'>;

/** What became of a membership that was saved. */
export type MemberChange = 'added' | 'role_changed';

/** A workspace, its people and their memberships. Users are shared by workspaces: (issuer, subject) is one person. */
export class WorkspaceStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  async insert(workspace: Pick<WorkspaceRow, 'name' | 'external_org_id' | 'api_access'>): Promise<void> {
    const table = new TenantTable(this.session, WorkspaceEntity, this.workspaceId);
    const named = this.session.tenantNames?.take('organisation', workspace.external_org_id, this.workspaceId);
    await Promise.resolve(named)
      .then(() => table.insert(workspace))
      .catch((error: unknown) => {
        throw error instanceof UniqueViolation
          ? conflict('already_exists', 'A workspace with this id exists already.')
          : error;
      });
  }

  async find(): Promise<WorkspaceRow | undefined> {
    const text =
      'select workspace_id, external_org_id, name, api_access, drafts_need_approval, created_at from workspace where workspace_id = $1';
    const [row] = await this.session.query<WorkspaceRow>({ text }, [this.workspaceId]);
    return row;
  }

  /**
   * Has others wait who are about to add what a workspace has a maximum of, until this transaction is over: what is
   * counted afterwards stays true. Whoever reads or writes records does not wait. Gives whether the workspace exists.
   */
  async holdCounts(): Promise<boolean> {
    const text = 'select 1 from workspace where workspace_id = $1 for no key update';
    return (await this.session.query({ text }, [this.workspaceId])).length === 1;
  }

  /** All of them, the oldest first. @throws when no node can be asked */
  async list(): Promise<WorkspaceList> {
    const text =
      'select workspace_id, external_org_id, name, api_access, drafts_need_approval, created_at from workspace order by created_at, workspace_id';
    const { found, away = [] } = await ofParts(this.session, async (part, _, node) => {
      const rows = await part.query<WorkspaceRow>({ text }, []);
      return node === undefined ? rows : rows.map((row) => ({ ...row, node }));
    });
    return { workspaces: found.flat().sort(byAge), away };
  }

  /** Gives whether the workspace exists. */
  async setApiAccess(on: boolean): Promise<boolean> {
    const text = 'update workspace set api_access = $2 where workspace_id = $1 returning 1';
    return (await this.session.query({ text }, [this.workspaceId, on])).length === 1;
  }

  async setDraftsNeedApproval(on: boolean): Promise<void> {
    const text = 'update workspace set drafts_need_approval = $2 where workspace_id = $1';
    await this.session.query({ text }, [this.workspaceId, on]);
  }

  async rename(name: string): Promise<void> {
    const text = 'update workspace set name = $2 where workspace_id = $1';
    await this.session.query({ text }, [this.workspaceId, name]);
  }

  async moveUser({ subject, from, to }: { subject: string; from: string; to: string }): Promise<void> {
    // Two statements: a Citus changes no copied table beside a look at a tenant's.
    const found = `select u.user_id
      from membership m
      join app_user u on u.user_id = m.user_id
      where m.workspace_id = $1 and u.issuer = $3 and u.subject = $2`;
    const [user] = await this.session.query<{ user_id: string }>({ text: found }, [this.workspaceId, subject, from]);
    if (!user) return;
    const text = `update app_user u set issuer = $3 where u.user_id = $1 and u.issuer = $2
      and not exists (select 1 from app_user other where other.issuer = $3 and other.subject = u.subject)`;
    await this.session.query({ text }, [user.user_id, from, to]);
  }

  /**
   * Creates the user, or brings e-mail and name up to date. Gives the user's id; undefined where the subject is that of
   * a person and not of this service, or the other way round.
   */
  async upsertUser(user: NewUser): Promise<string | undefined> {
    const text = `insert into app_user (user_id, issuer, subject, email, name, service_client_id)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (issuer, subject)
      do update
      set email = excluded.email, name = excluded.name, deactivated_at = null,
        identity_deleted_at = coalesce(app_user.identity_deleted_at, app_user.deactivated_at)
      where app_user.service_client_id is not distinct from excluded.service_client_id
      returning user_id`;
    const { user_id, issuer, subject, email, name, service_client_id } = user;
    const values = [user_id, issuer, subject, email, name, service_client_id];
    const [row] = await this.session.query<{ user_id: string }>({ text }, values);
    return row?.user_id;
  }

  /** Gives what it changed; undefined where the person has this role already. */
  async upsertMember(userId: string, role: 'admin' | 'member'): Promise<MemberChange | undefined> {
    const text = `with saved as (insert into membership as m (workspace_id, user_id, role) values ($1, $2, $3)
        on conflict (workspace_id, user_id) do update set role = excluded.role
        where m.workspace_id = $1 and m.role <> excluded.role returning 1)
      select (select true from membership where workspace_id = $1 and user_id = $2) as was_member
        from saved`;
    const [saved] = await this.session.query<{ was_member: boolean | null }>({ text }, [
      this.workspaceId,
      userId,
      role,
    ]);
    return saved && (saved.was_member ? 'role_changed' : 'added');
  }

  members(most: number | null = null): Promise<MemberRow[]> {
    const text = `select u.user_id, u.subject, u.email, u.name, m.created_at,
        case when u.service_client_id is null then m.role else 'service' end as role
      from membership m
      join app_user u on u.user_id = m.user_id
      where m.workspace_id = $1 order by m.created_at, u.user_id limit $2`;
    return this.session.query<MemberRow>({ text }, [this.workspaceId, most]);
  }
}

function byAge(a: WorkspaceRow, b: WorkspaceRow): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.workspace_id < b.workspace_id ? -1 : 1);
}
