import type { AuthenticatedRequest } from '#auth';
import type { RequestFacts, RoutedRequest } from '#platform';

/** Whose request it was, for its line in the log. */
export function factsOf(request: RoutedRequest): RequestFacts {
  const { requestId, caller } = request as unknown as AuthenticatedRequest;
  return {
    request_id: requestId,
    workspace_id: caller?.workspace_id,
    credential: caller?.api_key_id ?? caller?.client_id ?? undefined,
  };
}
