import { CAPABILITIES, authorOf, type Actor, type Capability, type Claim } from '../actor.js';
import { DomainError, forbidden, unauthenticated } from '../errors.js';

/** What the database knows of a claim, as it stands in this very statement. */
export interface AccessRow {
  schema_version: string;
  api_access: boolean;
  /** Null when the key, or the user, is not or no longer one. */
  actor_name: string | null;
  role?: 'admin' | 'member' | null;
  connection_id?: string | null;
  connection_revoked_at?: Date | null;
  /** Sum of the capabilities' bits that hold. */
  may: number;
}

/**
 * Turns a claim into an actor, or refuses it. 401 comes before 403, so that nobody learns of an entitlement
 * through a credential that is worth nothing.
 * @throws DomainError unauthenticated, forbidden (contract: Authentication 5 to 9)
 */
export function judge(claim: Claim, row: AccessRow | undefined, needs: Capability | null): Actor {
  if (!row) throw refused('This credential belongs to no workspace.');
  if (!claim.trusted) {
    authenticate(claim, row);
    if (!row.api_access)
      throw forbidden('This workspace has no API access. An owner can switch it on with its plan.', 'no_api_access');
    if (needs && !(row.may & CAPABILITIES[needs])) throw lacks(claim, needs);
  }
  return actorOf(claim, row);
}

/** Whether a record may be shown to an actor whom another capability let in. */
export function mayRead({ capabilities }: Actor): boolean {
  return capabilities.has('read:data');
}

function authenticate(claim: Claim, row: AccessRow): void {
  if (claim.api_key_id && row.actor_name === null) throw unauthenticated();
  if (!claim.user_id) return;
  // One text for a stranger and for a former member: nobody can find out which workspaces or users exist.
  if (!row.role || row.actor_name === null) throw refused('The token does not stand for a member of its workspace.');
  if (row.connection_revoked_at)
    throw refused('This connection was revoked. Its owner can allow it again on the connected-clients screen.').because(
      'connection_revoked',
    );
}

function actorOf(claim: Claim, row: AccessRow): Actor {
  const names = Object.keys(CAPABILITIES) as Capability[];
  const { type, id } = authorOf(claim);
  return {
    ...claim,
    type,
    id,
    name: row.actor_name ?? claim.via.name ?? 'system',
    role: row.role ?? null,
    capabilities: new Set(names.filter((name) => row.may & CAPABILITIES[name])),
    schema_version: row.schema_version,
    connection_id: row.connection_id ?? null,
  };
}

function refused(message: string): DomainError {
  return new DomainError('unauthenticated', message);
}

/** Somebody is known but lacks a capability, which the owner of the connection or key could give. */
export class CapabilityMissing extends DomainError {
  constructor(claim: Claim, needs: Capability) {
    super(
      'forbidden',
      `${claim.api_key_id ? 'This API key' : 'This connection'} does not have the capability ${needs}.`,
    );
    this.because('capability_missing');
  }
}

export function lacks(claim: Claim, needs: Capability): DomainError {
  return new CapabilityMissing(claim, needs);
}
