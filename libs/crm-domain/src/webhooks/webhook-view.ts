import { invalid } from '../errors.js';
import { sentAs } from '../events/either-name.js';
import type { EventKind } from '../events/event.js';
import type { ViewMembers } from '../views/view-members.js';
import type { WebhookEntity } from './webhook.entity.js';
import type { WebhookInput } from './webhook-input.js';

/** What happens to records that a view may hold: a deleted one is in none. */
export const KINDS_IN_VIEWS: readonly EventKind[] = [
  'record.created',
  'record.updated',
  'record.trashed',
  'record.restored',
];

/** What stands beside the view: the workspace, and what the webhook asks for after the change. */
type Beside = Pick<WebhookEntity, 'workspace_id' | 'kinds' | 'object_id'>;

/**
 * The columns that a view changes: its own, and the object where none was named. What is written back as it was read may
 * be broken.
 *
 * @throws DomainError validation
 */
export async function readView(
  viewMembers: Pick<ViewMembers, 'judged'>,
  input: WebhookInput,
  wanted: Beside,
  before?: WebhookEntity,
): Promise<Partial<WebhookEntity>> {
  const sent = sentAs({ path: 'view', value: input.view }, { path: 'view_id', value: input.view_id });
  const value = sent ? sent.value : (before?.view_id ?? null);
  if (value === null) return sent ? { view_id: null } : {};
  const path = sent?.path ?? 'view';
  refuseOtherKinds(wanted.kinds, sent ? path : 'kinds');
  if (value === before?.view_id && wanted.object_id === before.object_id) return {};
  return viewMembers.judged(wanted, { path, value });
}

function refuseOtherKinds(kinds: readonly EventKind[] | null, path: string): void {
  const other = kinds?.find((kind) => !KINDS_IN_VIEWS.includes(kind));
  if (!other) return;
  const message = `Events of the kind "${other}" are not about records that a view can hold.`;
  throw invalid([{ path, message, expected: `no view, or only the kinds ${KINDS_IN_VIEWS.join(', ')}` }]);
}
