import type { Claim } from '../actor.js';
import { forbidden } from '../errors.js';

/** Whose inbox and drafts are meant. @throws DomainError forbidden for API keys and the service itself */
export function userOf({ user_id }: Claim): string {
  if (user_id) return user_id;
  throw forbidden(
    'Conversations and messages belong to people: connect as a user, an API key stands for none.',
    'not_a_person',
  );
}
