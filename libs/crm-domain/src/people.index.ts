// For who knows people, their keys and their clients: authentication, the console and the command line.
export { looksLikeApiKey } from './api-keys/api-key-format.js';
export { KEY_CAPABILITIES, type ApiKeyView } from './api-keys/api-key.service.js';
export { KEY_WORDS, TIER_WORDS } from './access/capability-words.js';
export { AUDIT_ACTIONS, OPERATOR } from './audit/audit.js';
export { AuditService, type AuditView } from './audit/audit.service.js';
export { ApiKeyService } from './api-keys/api-key.service.js';
export { WorkspaceService } from './workspaces/workspace.service.js';
export { clean as cleanWords } from './connections/client-words.js';
export { ConnectionService } from './connections/connection.service.js';
export type { TokenIdentity } from './connections/token-identity.js';
export type { ConnectionView } from './connections/connection-view.js';
export { TIERS, TIER_CAPABILITIES, tierOf, type Tier } from './connections/tiers.js';
export { SignInService, isFresh, type Member, type Person } from './sign-in/sign-in.service.js';
