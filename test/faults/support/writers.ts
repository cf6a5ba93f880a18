import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.js';
import type { Door, ToolDoor } from './doors.js';
import { OBJECT } from './doors.js';
import type { Entry, Ledger, Reply, Step, StepKind } from './ledger.js';

/** All that a write leaves in a record: each value tells of the same token, so that half a write is seen. */
export function dataOf(token: string): { token: string; size: number; code: string } {
  const size = [...token].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return { token, size, code: `code ${token}` };
}

const HAND = 12;

/** Somebody who writes one thing after the other, and nobody else writes what they write. */
export class RecordWriter {
  private readonly mine: Entry[] = [];
  /** Unique values of records that were deleted, and were said to be. */
  private readonly freed: string[] = [];
  /** Unique values that another record may have got since, without an answer. */
  private readonly doubtful = new Set<string>();
  private count = 0;

  constructor(
    private readonly name: string,
    private readonly door: Door,
    private readonly of: { ledger: Ledger; chance: Chance },
  ) {}

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.step();
      await sleep(this.of.chance.between(0, 15));
    }
  }

  private async step(): Promise<void> {
    const { chance } = this.of;
    if (this.mine.length < 3 || (this.mine.length < HAND && chance.happens(0.3))) return this.create();
    const entry = chance.of(this.mine);
    const what = chance.next();
    if (what < 0.12) return this.remove(entry);
    if (what < 0.22) return this.link(entry);
    if (what < 0.3) return this.takeWhatIsTaken(entry);
    return this.change(entry);
  }

  private async create(): Promise<void> {
    const { ledger, chance } = this.of;
    const token = this.token();
    const entry = ledger.open('record', `entry ${token}`);
    const code = chance.happens(0.5) ? this.freed.pop() : undefined;
    // Now and then something that must be refused, and must not be there.
    const wrong = chance.happens(0.08) ? { size: 'many' } : {};
    const data = { name: entry.marker, ...dataOf(token), ...(code && { code }), ...wrong };
    const reply = await this.door.create(data, chance.happens(0.5));
    entry.id = reply.id;
    this.note(entry, { kind: 'create', token, code: data.code }, reply);
    if (reply.outcome === 'acknowledged') this.mine.push(entry);
    const isMeant = reply.outcome !== 'refused' || reply.says.startsWith('503') || 'size' in wrong;
    if (code && !isMeant) ledger.complaints.push(`A freed unique value was refused: ${code}, ${reply.says}`);
  }

  private async change(entry: Entry): Promise<void> {
    const token = this.token();
    const reply = await this.door.update(entry.id!, dataOf(token), this.of.chance.happens(0.5));
    this.note(entry, { kind: 'update', token, code: dataOf(token).code }, reply);
    this.forgetWhenGone(entry, reply);
  }

  /** A unique value that another record holds for certain. */
  private async takeWhatIsTaken(entry: Entry): Promise<void> {
    const other = this.mine.find(
      (each) => each !== entry && each.steps.every(({ outcome }) => outcome === 'acknowledged'),
    );
    if (!other) return;
    const token = this.token();
    const code = other.steps.at(-1)!.code!;
    const reply = await this.door.update(entry.id!, { ...dataOf(token), code }, false);
    this.note(entry, { kind: 'update', token, code }, reply);
    if (reply.outcome === 'unanswered') this.doubtful.add(code);
    if (reply.outcome === 'acknowledged') this.of.ledger.complaints.push(`A unique value was given twice: ${code}`);
    this.forgetWhenGone(entry, reply);
  }

  private async remove(entry: Entry): Promise<void> {
    const token = this.token();
    const reply = await this.door.remove(entry.id!, this.of.chance.happens(0.5));
    const last = entry.steps.findLast(({ outcome }) => outcome === 'acknowledged');
    const isCertain = entry.steps.every(({ outcome }) => outcome !== 'unanswered');
    this.note(entry, { kind: 'delete', token }, reply);
    if (reply.outcome !== 'refused') this.forget(entry);
    else this.forgetWhenGone(entry, reply);
    if (reply.outcome === 'acknowledged' && isCertain && !this.doubtful.has(last!.code!)) this.freed.push(last!.code!);
  }

  /** What both sides then say, the consistency check says. */
  private async link(entry: Entry): Promise<void> {
    const friends = [this.of.chance.of(this.mine), this.of.chance.of(this.mine)].map(({ id }) => ({
      id,
      type: OBJECT,
    }));
    const reply = await this.door.update(entry.id!, { friends }, this.of.chance.happens(0.5));
    this.of.ledger.count(`${this.door.name}: link record`, reply.outcome);
  }

  private forgetWhenGone(entry: Entry, reply: Reply): void {
    if (reply.outcome === 'refused' && /not found/i.test(reply.says)) this.forget(entry);
  }

  private forget(entry: Entry): void {
    const at = this.mine.indexOf(entry);
    if (at >= 0) this.mine.splice(at, 1);
  }

  private note(entry: Entry, step: Pick<Step, 'kind' | 'token' | 'code'>, { outcome, says }: Reply): void {
    this.of.ledger.note(this.door.name, entry, { ...step, outcome, says });
  }

  private token(): string {
    return `${this.name}-${++this.count}`;
  }
}

/** Somebody who writes drafts, changes, sends and throws away. */
export class DraftWriter {
  private count = 0;

  constructor(
    private readonly name: string,
    private readonly door: ToolDoor,
    private readonly of: { ledger: Ledger; chance: Chance },
  ) {}

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.one();
      await sleep(this.of.chance.between(0, 30));
    }
  }

  private async one(): Promise<void> {
    const { ledger, chance } = this.of;
    const first = this.token();
    const entry = ledger.open('draft', `draft ${first}`);
    const body = (token: string) => `${entry.marker} ${token}`;
    const letter = { channel: 'gmail', subject: 'Hello', to: ['you@example.com'] };
    const made = await this.try(entry, 'create', first, ['create_draft', { ...letter, body: body(first) }]);
    entry.id = made.id;
    if (!made.id) return;
    const draft_id = made.id;
    for (let n = 0; chance.happens(0.6) && n < 3; n++) {
      const token = this.token();
      await this.try(entry, 'update', token, ['update_draft', { draft_id, body: body(token) }]);
    }
    const last = chance.happens(0.5) ? 'send' : 'delete';
    if (chance.happens(0.7))
      await this.try(entry, last, this.token(), [`${last}_${last === 'send' ? 'message' : 'draft'}`, { draft_id }]);
  }

  private async try(entry: Entry, kind: StepKind, token: string, [tool, args]: [string, object]): Promise<Reply> {
    const reply = await this.door.call(tool, args, this.of.chance.happens(0.5));
    const { outcome, says } = reply;
    this.of.ledger.note(this.door.name, entry, { kind, token, outcome, says });
    return reply;
  }

  private token(): string {
    return `${this.name}-${++this.count}`;
  }
}
