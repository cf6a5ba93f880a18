/**
 * What the benchmark takes from inside the domain: the statements and pure rules that the floor and the bulk load must
 * share with the product to be worth comparing. Everything else goes through the front door or over HTTP.
 */
export { accessHeld, accessOf, accessTable, accessValues } from '../../libs/crm-domain/src/access/access.sql.js';
export { AccessStore } from '../../libs/crm-domain/src/access/access.store.js';
export { Digest } from '../../libs/crm-domain/src/dry-run/digest.js';
export { readChanges, type StoredChange } from '../../libs/crm-domain/src/events/changes.js';
export type { Session, Statement } from '../../libs/crm-domain/src/db/session.js';
export type { ObjectSchema, WorkspaceSchema } from '../../libs/crm-domain/src/objects/schema.js';
export { SchemaStore } from '../../libs/crm-domain/src/objects/schema.store.js';
export { ConversationStore } from '../../libs/crm-domain/src/messaging/conversations/conversation.store.js';
export { planChange, type ChangePlan } from '../../libs/crm-domain/src/records/writing/change-plan.js';
export type { RecordRow } from '../../libs/crm-domain/src/records/document.js';
export { searchTag } from '../../libs/crm-domain/src/records/lexemes.js';
export { completeForCreate, readShortPatch } from '../../libs/crm-domain/src/records/writing/read-patch.js';
export { arrayLiteral } from '../../libs/crm-domain/src/db/statement-writer.js';
export { FIND } from '../../libs/crm-domain/src/records/find-record.js';
export { PAGE } from '../../libs/crm-domain/src/records/find-page.js';
export { ROW, labels } from '../../libs/crm-domain/src/records/record.statements.js';
export { RecordStore } from '../../libs/crm-domain/src/records/record.store.js';
export { createdVia } from '../../libs/crm-domain/src/records/wire.js';
