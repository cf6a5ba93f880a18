import type { RequestFacts, RoutedRequest } from '#platform';
import type { McpRequest } from './door.guard.js';

/** Whose request it was, for its line in the log; what is public has no visit. */
export function factsOf(request: RoutedRequest): RequestFacts {
  const { visit } = request as unknown as Partial<McpRequest>;
  return {
    request_id: visit?.requestId,
    workspace_id: visit?.bearer?.claim.workspace_id,
    credential:
      visit?.actor?.connection_id ?? visit?.bearer?.connection_id ?? visit?.bearer?.claim.client_id ?? undefined,
    tool: visit?.tool,
  };
}
