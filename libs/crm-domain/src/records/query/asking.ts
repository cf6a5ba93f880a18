import { dayIn } from '../../values/periods.js';
import { ValueRefusal } from '../../values/value-type.js';

/** Who asks, when and where: what `me`, an e-mail address and `today` stand for. */
export class Asking {
  private day?: string;
  /** E-mail addresses in conditions, of which it is not known yet whose they are. */
  readonly strangers = new Set<string>();

  constructor(
    private readonly me: string | null,
    readonly zone: string,
    private readonly now: number,
    /** Members by e-mail address in small letters; undefined before they were looked up. */
    readonly members?: ReadonlyMap<string, string>,
  ) {}

  /** The day that it is there. */
  get today(): string {
    return (this.day ??= dayIn(this.zone, this.now));
  }

  /** The id of a member that an operand names by `me` or an e-mail address; any other operand as it is. */
  member(operand: unknown): unknown {
    if (operand === 'me') {
      if (this.me) return this.me;
      throw new ValueRefusal(
        'An API key is no member, so me stands for nobody.',
        'the id or e-mail address of a member',
      );
    }
    if (typeof operand !== 'string' || !operand.includes('@')) return operand;
    const email = operand.trim().toLowerCase();
    const found = this.members?.get(email);
    if (found) return found;
    if (this.members)
      throw new ValueRefusal('No member has this e-mail address.', 'the id or e-mail address of a member');
    this.strangers.add(email);
    return '00000000-0000-0000-0000-000000000000';
  }
}
