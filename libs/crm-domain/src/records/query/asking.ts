import { isUuidShaped } from '#platform';
import { ME } from '../../values/actor-reference.js';
import { dayIn } from '../../values/periods.js';
import { MAX_MEMBER_NAME, memberOf, type Members } from '../matching/members.js';
import { ValueRefusal } from '../../values/value-type.js';

/** Who asks, when and where: what `me`, an e-mail address and `today` stand for. */
export class Asking {
  private day?: string;
  /** E-mail addresses and names in conditions, of which it is not known yet whose they are. */
  readonly strangers = new Set<string>();
  /** Whether a condition names whoever asks. */
  namesMe = false;

  constructor(
    private readonly me: string | null,
    readonly zone: string,
    private readonly now: number,
    /** Undefined before they were looked up. */
    readonly members?: Members,
  ) {}

  /** The day that it is there. */
  get today(): string {
    return (this.day ??= dayIn(this.zone, this.now));
  }

  /** The id of a member that an operand names by `me`, an e-mail address or a name; any other operand as it is. */
  member(operand: unknown): unknown {
    if (typeof operand !== 'string' || isUuidShaped(operand)) return operand;
    if (operand.trim() === '' || operand.length > MAX_MEMBER_NAME) return operand;
    if (operand === ME) this.namesMe = true;
    else if (!this.members) {
      this.strangers.add(operand.trim());
      return '00000000-0000-0000-0000-000000000000';
    }
    const found = memberOf(operand, { me: this.me, members: this.members ?? new Map() });
    if ('id' in found) return found.id;
    throw new ValueRefusal(found.message, found.expected);
  }
}
