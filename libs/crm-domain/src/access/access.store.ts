import type { Claim } from '../actor.js';
import type { Session } from '../db/session.js';
import { accessValues, bearerOf, forEachBearer } from './access.sql.js';
import type { AccessRow } from './judge.js';

const FIND = forEachBearer(({ bearer, columns, from }) => ({
  name: `access-find-${bearer}`,
  isBrief: true as const,
  text: `select ${columns} from ${from} where w.workspace_id = $1::uuid`,
}));

export class AccessStore {
  constructor(private readonly session: Session) {}

  async find(claim: Claim): Promise<AccessRow | undefined> {
    const [row] = await this.session.query<AccessRow>(FIND[bearerOf(claim)], accessValues(claim));
    return row;
  }
}
