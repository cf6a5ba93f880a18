import type { Caller } from '../actor.js';
import type { Session } from '../db/session.js';
import { accessValues, bearerOf, forEachBearer } from './access.sql.js';
import type { AccessFacts } from './access-policy.js';

// Only tools that write keep the name of their client, and all of them are proved by this statement.
const FIND = forEachBearer(({ bearer, columns, from }) => ({
  name: `access-find-${bearer}`,
  pipelined: true as const,
  text: `select ${columns}${bearer === 'person' ? ', c.client_name' : ''} from ${from} where w.workspace_id = $1::uuid`,
}));

export class AccessStore {
  constructor(private readonly session: Session) {}

  async find(caller: Caller): Promise<AccessFacts | undefined> {
    const [row] = await this.session.query<AccessFacts>(FIND[bearerOf(caller)], accessValues(caller));
    return row;
  }
}
