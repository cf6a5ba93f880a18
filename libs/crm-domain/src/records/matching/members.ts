import type { Issue } from '../../errors.js';
import { ME } from '../../values/actor-reference.js';

/** As long as an e-mail address may be; no name that is looked up is longer. */
export const MAX_MEMBER_NAME = 320;
const BY_NAME = 'the id, e-mail address or unique name of a member';
const EXPECTED = `${BY_NAME}, or "me"`;
const KEY_IS_NOBODY =
  '"me" is the person whose access token asks, and an API key belongs to nobody. Name a member by e-mail address, name or id: GET /v1/members lists them.';

/** Ids by e-mail address or name in small letters; null where several members have the name. */
export type Members = ReadonlyMap<string, string | null>;

/** In what form an e-mail address or a name of a member is looked up. */
export const memberKey = (name: string) => name.trim().toLowerCase();

/** Why a text names no member, or not one alone; `id` where it does. */
export function memberOf(
  name: string,
  { me, members }: { me: string | null; members: Members },
): { id: string } | Omit<Issue, 'path'> {
  if (name === ME) {
    if (me) return { id: me };
    return { message: KEY_IS_NOBODY, expected: BY_NAME };
  }
  const id = members.get(memberKey(name));
  if (id) return { id };
  if (id === null)
    return {
      message: 'Several members have this name: use an e-mail address.',
      expected: 'the e-mail address of a member',
    };
  return { message: 'No member has this e-mail address or name.', expected: EXPECTED };
}
