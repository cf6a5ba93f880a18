/** What a credential may do (contract: Scopes; `write:schema` is for API keys and administrators). */
export const CAPABILITIES = { 'read:data': 1, 'write:data': 2, 'write:schema': 4, 'send:messages': 8 } as const;
export type Capability = keyof typeof CAPABILITIES;

/** Through what a request came; kept with every value it writes. */
export interface Provenance {
  origin: 'rest-api' | 'mcp' | 'console' | 'cli' | 'system';
  request_id: string;
  tool?: string;
  client_name?: string;
  connection_id?: string;
  /** Set for trusted claims: who acts, as shown in `created_by`. */
  name?: string;
  /** Of what an automation does: how many of them stand between this and a person. */
  depth?: number;
  automation_id?: string;
}

/**
 * Who a request claims to act for. The credential itself was verified; whether it may act is for the database to say:
 * each statement on the hot path asks in the same round trip, and `AccessService.prove` asks on its own.
 */
export interface Claim {
  workspace_id: string;
  api_key_id: string | null;
  user_id: string | null;
  client_id: string | null;
  /** The service itself (command line, demo data, automations): not checked. Never set from a request. */
  trusted: boolean;
  via: Provenance;
}

export type ActorType = 'user' | 'api-key' | 'system' | 'import';

/** A claim that was proved. */
export interface Actor extends Claim {
  type: ActorType;
  id: string | null;
  name: string;
  role: 'admin' | 'member' | null;
  capabilities: ReadonlySet<Capability>;
  schema_version: string;
  connection_id: string | null;
}

/** The service acting for itself. */
export function trustedClaim(workspaceId: string, via: Provenance): Claim {
  return { workspace_id: workspaceId, api_key_id: null, user_id: null, client_id: null, trusted: true, via };
}

/** Who is written into `created_by`. */
export function authorOf(claim: Claim): { type: ActorType; id: string | null } {
  if (claim.user_id) return { type: 'user', id: claim.user_id };
  if (claim.api_key_id) return { type: 'api-key', id: claim.api_key_id };
  return { type: 'system', id: null };
}
