import type { Actor, Capability, Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import { judge, lacks } from './judge.js';

/** Asks the database whether a claim holds, in a round trip of its own. For everything that is not on the hot path. */
export class AccessService {
  constructor(private readonly db: Db) {}

  /** @throws DomainError unauthenticated, forbidden */
  async prove(claim: Claim, needs: Capability | null): Promise<Actor> {
    const row = await this.db.read(claim.workspace_id, (stores) => stores.access.find(claim));
    return judge(claim, row, needs);
  }

  /** Of an actor that was proved without it. @throws DomainError forbidden */
  require(actor: Actor, needs: Capability | null): Actor {
    if (needs && !actor.capabilities.has(needs)) throw lacks(actor, needs);
    return actor;
  }
}
