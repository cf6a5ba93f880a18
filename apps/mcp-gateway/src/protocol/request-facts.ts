import type { RequestFacts, RoutedRequest } from '#platform';
import type { McpRequest } from './host-origin.guard.js';

/** Whose request it was, for its line in the log; what is public has no visit. */
export function factsOf(request: RoutedRequest): RequestFacts {
  const { visit, bearer } = request as unknown as Partial<McpRequest>;
  return {
    request_id: visit?.requestId,
    workspace_id: bearer?.caller.workspace_id,
    credential: visit?.actor?.connection_id ?? bearer?.connection_id ?? bearer?.caller.client_id ?? undefined,
    tool: visit?.tool,
  };
}
