import type { IdentityChange } from '#crm-domain/operations';
import { z } from 'zod';
import { anything, fullName, id, momentOf, text } from './event-fields.js';

const address = z.object({ id, email_address: z.string() });

const user = z.object({
  id,
  first_name: text,
  last_name: text,
  email_addresses: z.array(address).default([]),
  primary_email_address_id: text,
  updated_at: anything,
});

const membership = z.object({
  organization: z.object({ id }),
  public_user_data: z.object({ user_id: id, first_name: text, last_name: text, identifier: text }),
  role: z.string(),
  updated_at: anything,
});

interface ClerkEvent {
  type: string;
  data?: unknown;
  timestamp?: unknown;
}

/** Clerk's events, from its public documentation; not run against Clerk. Null for other kinds. @throws ZodError */
export function clerkChange({ type, data, timestamp }: ClerkEvent, sentAt: Date): IdentityChange | null {
  switch (type) {
    case 'user.created':
    case 'user.updated':
      return saved(user.parse(data), momentOf(timestamp, sentAt));
    case 'user.deleted':
      return { kind: 'user_deleted', subject: z.object({ id }).parse(data).id, at: momentOf(timestamp, sentAt) };
    case 'organizationMembership.created':
    case 'organizationMembership.updated':
      return joined(membership.parse(data), momentOf(timestamp, sentAt));
    case 'organizationMembership.deleted':
      // Its updated_at is older than the removal.
      return { ...joined(membership.parse(data), sentAt), role: null, at: momentOf(timestamp, sentAt) };
    default:
      return null;
  }
}

function saved(data: z.infer<typeof user>, happened: Date): IdentityChange {
  const { email_addresses: addresses } = data;
  const primary = addresses.find((each) => each.id === data.primary_email_address_id) ?? addresses[0];
  return {
    kind: 'user_saved',
    subject: data.id,
    at: momentOf(data.updated_at, happened),
    data: { email: primary?.email_address ?? null, name: fullName(data.first_name, data.last_name) },
  };
}

function joined(data: z.infer<typeof membership>, happened: Date) {
  const { user_id, first_name, last_name, identifier } = data.public_user_data;
  return {
    kind: 'membership' as const,
    subject: user_id,
    org_id: data.organization.id,
    role: /^(org:)?admin$/.test(data.role) ? ('admin' as const) : ('member' as const),
    at: momentOf(data.updated_at, happened),
    // Somebody may be known by a phone number instead.
    data: { email: identifier?.includes('@') ? identifier : null, name: fullName(first_name, last_name) },
  };
}
