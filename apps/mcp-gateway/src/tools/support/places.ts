/** What `search` finds and `fetch` shows, as one id: a record with its object, or a conversation. */
export type Place = { object: string; record: string } | { conversation: string };

const CONVERSATION = 'conversation/';

export function idOfPlace(place: Place): string {
  return 'conversation' in place ? CONVERSATION + place.conversation : `${place.object}/${place.record}`;
}

/** The other way round; undefined for what is no such id. */
export function placeOf(id: string): Place | undefined {
  if (id.startsWith(CONVERSATION)) return { conversation: id.slice(CONVERSATION.length) };
  const [object, record, ...others] = id.split('/');
  return object && record && others.length === 0 ? { object, record } : undefined;
}

/** Where a person sees it, below the address of the screens. */
export function screenOf(workspaceId: string, place: Place): string {
  if ('conversation' in place) return `inbox/${workspaceId}/${place.conversation}`;
  return `records/${workspaceId}/${encodeURIComponent(place.object)}/${encodeURIComponent(place.record)}`;
}

/** Where its owner reads and sends a draft, below the same address. */
export function screenOfDraft({ workspace_id, draft_id }: { workspace_id: string; draft_id: string }): string {
  return `inbox?workspace=${workspace_id}&draft=${draft_id}`;
}
