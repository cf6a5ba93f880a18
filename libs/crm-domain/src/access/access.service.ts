import type { Actor, Capability, Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import type { AccessPolicy } from './access-policy.js';

/**
 * Asks the database whether a caller is who it says, in a round trip of its own. For everything that is not on the hot
 * path.
 */
export class AccessService {
  constructor(
    private readonly db: Db,
    private readonly policy: AccessPolicy,
  ) {}

  /** @throws DomainError unauthenticated, forbidden */
  async authorize(caller: Caller, needs: Capability | null): Promise<Actor> {
    const find = () => this.db.autocommit(caller.workspace_id, (stores) => stores.access.find(caller));
    // On a Citus its shard may be moving.
    const row = await this.db.retry(find);
    return this.policy.authorize(caller, row, needs);
  }

  /** Of an actor that was proved without it. @throws DomainError forbidden */
  require(actor: Actor, needs: Capability | null): Actor {
    if (needs) this.policy.require(actor, needs);
    return actor;
  }
}
