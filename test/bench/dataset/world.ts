/**
 * One workspace with its object of contacts, as everybody in the benchmark knows it. Plain data, sent between
 * processes.
 */
export interface World {
  /** Contacts it was loaded with. */
  records: number;
  workspace_id: string;
  api_key: string;
  api_key_id: string;
  object_id: string;
  companies_id: string;
  /** A member, who owns every contact. */
  owner: string;
  /** Some of its companies and contacts, to refer to and to ask for. */
  companies: string[];
  contacts: string[];
  /** Where a turn is about several workspaces, all of them: they are asked one after the other. */
  tenants?: World[];
  /** A member with a connection that reads. New in every run. */
  person?: { user_id: string; client_id: string; access_token: string };
}

export const OBJECT = 'contacts';
