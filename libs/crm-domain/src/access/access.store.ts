import type { Claim } from '../actor.js';
import type { Session } from '../db/session.js';
import { ACCESS_COLUMNS, ACCESS_FROM, accessValues } from './access.sql.js';
import type { AccessRow } from './judge.js';

const FIND = {
  name: 'access-find',
  text: `select ${ACCESS_COLUMNS} from ${ACCESS_FROM} where w.workspace_id = $1::uuid`,
};

export class AccessStore {
  constructor(private readonly session: Session) {}

  async find(claim: Claim): Promise<AccessRow | undefined> {
    const [row] = await this.session.query<AccessRow>(FIND, accessValues(claim));
    return row;
  }
}
