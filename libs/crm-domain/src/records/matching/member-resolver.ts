import type { AccessService } from '../../access/access.service.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { objectOf } from '../authorize-and-find.js';
import type { RecordInput } from '../writing/write.js';
import { mayNameMembers, namesOfMembers, replaceNames } from './member-names.js';

/** Puts references in place of `me`, e-mail addresses and names of members. */
export class MemberResolver {
  constructor(private readonly domain: { db: Db; access: AccessService; schemas: SchemaCache }) {}

  /**
   * What is to be written, with whole references to members.
   *
   * @throws DomainError validation; where members are named, also unauthenticated, forbidden, not_found for the object
   */
  async resolve(caller: Caller, objectKey: string, input: RecordInput): Promise<RecordInput> {
    const { db, access, schemas } = this.domain;
    const recent = await schemas.recent(caller.workspace_id);
    if (!mayNameMembers(recent.find(objectKey), input.data)) return input;
    const { schema_version, user_id: me } = await access.authorize(caller, 'write:data');
    const schema = await schemas.at(caller.workspace_id, schema_version);
    const object = objectOf(schema, objectKey);
    const names = namesOfMembers(object, input);
    const members =
      names.length === 0
        ? new Map<string, string>()
        : await db.autocommit(caller.workspace_id, ({ queries }) => queries.membersBy(names));
    return { ...input, data: replaceNames(object, input, { me, members }) };
  }
}
