import type { Issue } from '../../errors.js';
import { ME } from '../../values/actor-reference.js';

/** As long as an e-mail address may be; no name that is looked up is longer. */
export const MAX_MEMBER_NAME = 320;
const EXPECTED = 'the id, e-mail address or unique name of a member, or "me"';

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
    return { message: 'An API key is no member, so me stands for nobody.', expected: EXPECTED };
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
