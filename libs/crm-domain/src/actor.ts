/** What a credential may do (contract: Scopes; `write:schema` is for API keys and administrators). */
export const CAPABILITIES = { 'read:data': 1, 'write:data': 2, 'write:schema': 4, 'send:messages': 8 } as const;
/** One of `CAPABILITIES`. */
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
  /** Of what the import of a file writes. */
  import_id?: string;
  import_file_name?: string;
  /** Ids of events that this undoes. */
  undoes?: readonly string[];
  /** Ids of the attributes of which it undoes the changes; where they are left out, those of all. */
  undoes_attributes?: readonly string[];
  /** The event of a person or client with which the chain began. */
  root_event_id?: string;
}

/**
 * Who a request claims to act for. The credential itself was verified; whether it may act is for the database to say:
 * each statement on the hot path asks in the same round trip, and `AccessService.authorize` asks on its own.
 */
export interface Caller {
  workspace_id: string;
  api_key_id: string | null;
  user_id: string | null;
  client_id: string | null;
  /** The service itself (command line, demo data, automations): not checked. Never set from a request. */
  trusted: boolean;
  /**
   * Where a record of more than 64 KiB is found, or linked records of so much together, `LargeRecord` is thrown: the
   * caller asks again when its turn has come.
   */
  defersLarge?: boolean;
  via: Provenance;
}

export type ActorType = 'user' | 'api-key' | 'system' | 'import';

/** A caller that was proved. */
export interface Actor extends Caller {
  type: ActorType;
  id: string | null;
  name: string;
  role: 'admin' | 'member' | null;
  capabilities: ReadonlySet<Capability>;
  schema_version: string;
  connection_id: string | null;
  /** What the client of the connection called itself, as far as that was asked for. Never trusted. */
  client_name?: string | null;
}

/** Whether a record may be shown to an actor whom another capability let in. */
export function mayRead({ capabilities }: Actor): boolean {
  return capabilities.has('read:data');
}

/** The service acting for itself. */
export function trustedClaim(workspaceId: string, via: Provenance): Caller {
  return { workspace_id: workspaceId, api_key_id: null, user_id: null, client_id: null, trusted: true, via };
}

/** Who is written into `created_by`. */
export function authorOf(caller: Caller): { type: ActorType; id: string | null } {
  if (caller.via.import_id) return { type: 'import', id: caller.via.import_id };
  if (caller.user_id) return { type: 'user', id: caller.user_id };
  if (caller.api_key_id) return { type: 'api-key', id: caller.api_key_id };
  return { type: 'system', id: null };
}
