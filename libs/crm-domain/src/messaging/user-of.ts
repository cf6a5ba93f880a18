import type { Caller } from '../actor.js';
import { forbidden } from '../errors.js';

/** Whose inbox and drafts are meant. @throws DomainError forbidden for API keys and the service itself */
export function userOf({ user_id }: Caller): string {
  if (user_id) return user_id;
  throw forbidden(
    'Conversations and messages belong to people: API keys cannot access them; sign in as a user.',
    'not_a_person',
  );
}
