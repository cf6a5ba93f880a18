import { newId } from '#platform';
import { OPERATOR } from '../audit/audit.js';
import { clean } from '../connections/client-words.js';
import { invalid } from '../errors.js';
import { requiredText } from '../required-text.js';
import type { Stores } from '../stores.js';
import type { NewUser } from './workspace.store.js';

export interface NewMember {
  workspace_id: string;
  issuer?: string;
  subject: string;
  /** A service may have none. */
  email: string;
  name: string;
  role?: 'admin' | 'member';
  /** Makes it a service: the client at the identity provider that gets its tokens for itself. */
  service_client_id?: string;
}

/** @throws DomainError validation */
export function newUser({ issuer = 'local', service_client_id, ...member }: NewMember): NewUser {
  const isService = service_client_id !== undefined;
  const roles = isService ? ['member'] : ['admin', 'member'];
  if (!roles.includes(member.role ?? 'member'))
    throw invalid([
      {
        path: 'role',
        message: isService ? 'A service is never an admin.' : 'Expected "admin" or "member".',
        expected: 'a role',
        allowed: roles,
      },
    ]);
  return {
    user_id: newId(),
    issuer,
    subject: requiredText(member.subject, 'subject'),
    email: isService && !member.email ? '' : requiredText(member.email, 'email').toLowerCase(),
    name: requiredText(member.name, 'name'),
    service_client_id: isService ? requiredText(service_client_id, 'client_id') : null,
  };
}

/**
 * Makes the connection of a service before its first token comes, so that an admin can say at once what it may do. It
 * can read, as every new one.
 */
export async function connectService({ connections, audit }: Stores, service: NewUser): Promise<void> {
  const { user_id, name, service_client_id } = service;
  const connection = { connection_id: newId(), user_id, client_id: service_client_id!, client_redirect: null };
  const client_name = clean(name);
  if (!(await connections.insert({ ...connection, client_name }, { isUsed: false }))) return;
  const subject = { type: 'connection', id: connection.connection_id } as const;
  const details = { client_id: service_client_id, client_name };
  await audit.append({ action: 'connection.created', by: OPERATOR, subject, details });
}
