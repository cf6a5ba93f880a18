export { CAPABILITIES, trustedClaim, type Actor, type Capability, type Claim, type Provenance } from './actor.js';
export {
  DomainError,
  conflict,
  forbidden,
  invalid,
  notFound,
  unauthenticated,
  type ErrorKind,
  type Issue,
} from './errors.js';
export { Domain, openDomain } from './domain.js';
export { isBehind, migrate } from './db/migrate.js';
export type { DatabaseOptions } from './db/data-source.js';
export { looksLikeApiKey } from './api-keys/api-key-format.js';
export { KEY_CAPABILITIES, type ApiKeyView } from './api-keys/api-key.service.js';
export { CARDINALITIES } from './attributes/attribute-rules.js';
export type { AttributeChanges, AttributeWire, ChoiceDelta, NewAttribute } from './attributes/attribute-wire.js';
export type { ChoiceAddress, ChoiceKind } from './attributes/choice.service.js';
export type { NewObject, ObjectChanges, ObjectWire } from './objects/object.service.js';
export type { RecordAddress } from './records/locate.js';
export type { RecordInput } from './records/record-writer.js';
export type { Page } from './records/record.service.js';
export type { FilterInput } from './records/query/judge-filter.js';
export type { RecordQuery } from './records/query/judge-query.js';
export { FILTER_OPERATORS } from './records/query/operators.js';
export { RecordQueryService, type QueryPage } from './records/query/record-query.service.js';
export type { RecordWire, ValueWire } from './records/wire.js';
export { VALUE_TYPES } from './values/registry.js';
export { ATTRIBUTE_TYPES, type AttributeType } from './values/value-type.js';
export { CrmDomainModule } from './crm-domain.module.js';
export { AccessService } from './access/access.service.js';
export { ApiKeyService } from './api-keys/api-key.service.js';
export { AttributeService } from './attributes/attribute.service.js';
export { ChoiceService } from './attributes/choice.service.js';
export { IdentityService, type IdentityChange } from './identity/identity.service.js';
export { ObjectService } from './objects/object.service.js';
export { PurgeService } from './purge/purge.service.js';
export { RecordService } from './records/record.service.js';
export { RecordWriter } from './records/record-writer.js';
export { SearchIndexService } from './search-index/search-index.service.js';
export { WorkspaceService } from './workspaces/workspace.service.js';
export {
  ConnectionService,
  TIERS,
  tierOf,
  type ConnectionView,
  type Tier,
  type TokenIdentity,
} from './connections/connection.service.js';
export { SignInService, isFresh, type Person } from './sign-in/sign-in.service.js';
export { CHANNELS, HANDLE_KINDS, isMail, type ChannelName, type HandleKind } from './messaging/channel-name.js';
