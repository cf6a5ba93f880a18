import type { IdentityChange } from '#crm-domain/operations';
import { z } from 'zod';
import { anything, fullName, id, momentOf, text } from './event-fields.js';

const user = z.object({ id, email: text, first_name: text, last_name: text, updated_at: anything });

const role = z.object({ slug: z.string() });

const membership = z.object({
  user_id: id,
  organization_id: id,
  role: role.nullish(),
  roles: z.array(role).nullish(),
  status: text,
  updated_at: anything,
});

interface WorkosEvent {
  event: string;
  data?: unknown;
  created_at?: unknown;
}

/** WorkOS's events, from its public documentation; not run against WorkOS. Null for other kinds. @throws ZodError */
export function workosChange({ event, data, created_at }: WorkosEvent, sentAt: Date): IdentityChange | null {
  const happened = momentOf(created_at, sentAt);
  switch (event) {
    case 'user.created':
    case 'user.updated':
      return saved(user.parse(data), happened);
    case 'user.deleted':
      return { kind: 'user_deleted', subject: z.object({ id }).parse(data).id, at: happened };
    case 'organization_membership.created':
    case 'organization_membership.updated':
      return joined(membership.parse(data), happened);
    case 'organization_membership.deleted':
      // Its updated_at is older than the removal.
      return { ...joined(membership.parse(data), happened), role: null, at: happened };
    default:
      return null;
  }
}

function saved(data: z.infer<typeof user>, happened: Date): IdentityChange {
  return {
    kind: 'user_saved',
    subject: data.id,
    at: momentOf(data.updated_at, happened),
    data: { email: data.email ?? null, name: fullName(data.first_name, data.last_name) },
  };
}

/** Invited people (pending) and suspended ones (inactive) are no members. */
function joined(data: z.infer<typeof membership>, happened: Date) {
  const slugs = [data.role, ...(data.roles ?? [])].map((each) => each?.slug);
  const isMember = (data.status ?? 'active') === 'active';
  const highest = slugs.includes('admin') ? ('admin' as const) : ('member' as const);
  return {
    kind: 'membership' as const,
    subject: data.user_id,
    org_id: data.organization_id,
    role: isMember ? highest : null,
    at: momentOf(data.updated_at, happened),
    data: null,
  };
}
