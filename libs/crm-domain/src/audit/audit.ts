/** What is written to the audit log of a workspace. */
export const AUDIT_ACTIONS = [
  'account.connected',
  'account.disconnected',
  'account.members_changed',
  'api_key.created',
  'api_key.revoked',
  'audit.redacted',
  'connection.created',
  'connection.access_changed',
  'connection.approval_changed',
  'connection.restored',
  'connection.revoked',
  'draft.approved',
  'export.requested',
  'member.added',
  'member.removed',
  'member.role_changed',
  'person.erased',
  'person.exported',
  'session.opened',
  'workspace.api_access_changed',
  'workspace.approval_changed',
  'workspace.created',
  'workspace.renamed',
  'workspace.restored',
] as const;
/** One of `AUDIT_ACTIONS`. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did it: a person, whoever runs the command line, or the identity provider by its webhook. */
export interface AuditAuthor {
  type: 'user' | 'api-key' | 'operator' | 'identity-provider';
  /** The id of a user or an API key; null for the others. */
  id: string | null;
  through: 'console' | 'cli' | 'webhook' | 'rest-api' | 'mcp';
}

/** Something that was done, before it has its place in the log. */
export interface AuditNote {
  action: AuditAction;
  by: AuditAuthor;
  subject: {
    type: 'account' | 'api-key' | 'connection' | 'draft' | 'export' | 'person' | 'user' | 'workspace';
    id: string;
  };
  /** Never a secret, nor a person's name or address: these are looked up when the log is read. */
  details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Whoever uses the command line, or a program of the operator. */
export const OPERATOR: AuditAuthor = { type: 'operator', id: null, through: 'cli' };
/** The webhooks by which the identity provider tells who belongs to a workspace. */
export const IDENTITY_PROVIDER: AuditAuthor = { type: 'identity-provider', id: null, through: 'webhook' };

/** A person at the console; the operator where there is none. */
export function atConsole(userId: string | null | undefined): AuditAuthor {
  return userId ? { type: 'user', id: userId, through: 'console' } : OPERATOR;
}
