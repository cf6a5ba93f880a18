import type { DryRun } from '#crm-domain/writes';
import { newId } from '#platform';
import { differences, undoable, undone, type Entry } from './history.js';
import type { Model, Modelled, Of, State } from './model.js';
import type { Answer, Request, Sender } from './sender.js';
import { compareRecord } from './shown.js';
import { NEW, Writes, type Change, type Data, type Named, type Outcome, type Write } from './writes.js';

/** A write in a sequence; numbers choose among the records that there are. */
export interface Chosen {
  op: Write['op'];
  of: Of;
  at: number;
  /** The place of an earlier item of the batch that is meant in place of a record. */
  item?: number | undefined;
  values: Record<string, Change>;
  /** What a thing refers to: a record, or none where it is negative. */
  link: number | { code: string; create: boolean } | { item: number } | undefined;
}

/** One request that writes; without a mode, a single write. */
export interface Written {
  do: 'write';
  mode?: 'atomic' | 'each' | undefined;
  items: Chosen[];
  /** Only tried, or tried before it is done. */
  how: 'done' | 'tried' | 'tried first';
}

/** Of one of the requests before: undone, or a record that it wrote read as it was then. */
export interface Earlier {
  do: 'undo' | 'look back';
  at: number;
}

/** A record as a write has left it. */
interface Remembered {
  of: Of;
  record: Modelled;
  at: string;
}

/** Writes to the service and to the model, and compares what they say. */
export class Writer {
  private readonly entries: Entry[] = [];
  /** The model as it is now; written to by nobody. */
  private now: State;
  private remembered: Remembered[] = [];
  private readonly writes: Writes;

  constructor(
    private readonly model: Model,
    private readonly sender: Sender,
  ) {
    this.writes = new Writes(model);
    this.now = model.copy();
  }

  async write({ mode, items: chosen, how }: Written): Promise<void> {
    const items: Write[] = [];
    for (const each of chosen) {
      const write = this.chosen(each, items);
      if (write) items.push(write);
    }
    if (items.length === 0) return;
    const { model } = this;
    const request: Request = { request_id: newId(), mode, items, ids: idsOf(model) };
    const before = this.now;
    this.forgetThisMoment();
    const outcomes = this.writes.all(mode ?? 'each', items, before);
    const isRefused = (!mode || mode === 'atomic') && outcomes.some((each) => 'refused' in each);
    const tried = how === 'done' ? undefined : await this.sender.send(request, { isDryRun: true });
    if (tried) {
      compareAnswers(tried.answers, outcomes, { isRefused, tried: true });
      if (!isRefused) compareChanges(tried.dry_run!.changes, differences(before, model));
    }
    if (how === 'tried') return model.become(before);
    const digest = tried?.dry_run?.digest;
    const { answers } = await this.sender.send(request, { isDryRun: false, expectDigest: digest });
    this.learn(answers, outcomes);
    compareAnswers(answers, outcomes, { isRefused });
    this.keep({ request_id: request.request_id, before });
    this.remember(answers, outcomes, items);
  }

  async undo({ at }: Earlier): Promise<void> {
    const possible = undoable(this.entries);
    const entry = possible[at % possible.length];
    if (!entry) return;
    const before = this.now;
    const { state, left } = undone(this.model.copy(), entry);
    this.model.become(state);
    const ids = new Set(differences(before, this.model).map(({ id }) => id));
    const expected = { ids: [...ids].sort(), left: left.map((id) => [id, 'link', 'target_in_trash']), has_more: false };
    const request_id = newId();
    this.forgetThisMoment();
    const result = await this.sender.undo(request_id, entry.request_id).catch((error: unknown) => {
      // Whoever changed nothing left no trace.
      if (ids.size > 0 || left.length > 0) throw error;
      return { undone: [], left: [], has_more: false };
    });
    const found = {
      // Every write names its record, which the model does not know: one made by a reference has had no name.
      ids: result.undone
        .filter((each) => !isName(each))
        .map(({ record_id }) => record_id)
        .sort(),
      left: result.left.map(({ record_id, attribute, reason }) => [record_id, attribute, reason]),
      has_more: result.has_more,
    };
    compare(found, expected);
    this.keep({ request_id, before, undoes: entry });
  }

  async lookBack({ at }: Earlier): Promise<void> {
    const then = this.remembered[at % this.remembered.length];
    if (!then) return;
    const { record, of } = then;
    const [shown] = await this.sender.past(of, record.id, then.at);
    if (shown && !record.trashed) compareRecord(shown, record);
    compare(shown !== undefined, !record.trashed);
  }

  private keep(entry: Omit<Entry, 'after'>): void {
    this.now = this.model.copy();
    this.entries.push({ ...entry, after: this.now });
    // What comes back after it was deleted has lost its history.
    const ids = new Set(idsOf(this.model).values());
    this.remembered = this.remembered.filter(({ record }) => ids.has(record.id));
  }

  /** A moment is a millisecond: what is written in the same one as well belongs to it. */
  private forgetThisMoment(): void {
    const now = Date.now();
    this.remembered = this.remembered.filter(({ at }) => Date.parse(at) < now);
  }

  /** Where an answer tells the moment, and nothing later in the same request has changed the record. */
  private remember(answers: readonly Answer[], outcomes: readonly Outcome[], items: readonly Write[]): void {
    const last = new Map<string, Remembered>();
    for (const [at, outcome] of outcomes.entries()) {
      const answer = answers[at];
      if (!answer || !('record' in answer) || !('record' in outcome)) continue;
      const { of } = items[at]!;
      const { record } = outcome;
      const now = this.model[of].find(({ id }) => id === record.id);
      if (now?.link?.id === record.link?.id) last.set(record.id, { of, record, at: answer.record.updated_at });
      else last.delete(record.id);
    }
    const ids = new Set(idsOf(this.model).values());
    this.remembered.push(...[...last.values()].filter(({ record }) => ids.has(record.id)));
  }

  /** What is written, as far as there is a record to do it to. */
  private chosen({ op, of, at, item, values, link }: Chosen, earlier: readonly Write[]): Write | undefined {
    const data: Data = { values, ...(of === 'things' && link !== undefined && { link: this.linkOf(link, earlier) }) };
    if (op === 'create' || op === 'upsert') return { op, of, data };
    const fitting = this.model[of].filter(({ trashed }) => trashed === (op === 'restore'));
    const record = isMadeBy(earlier[item ?? -1], of) ? { item: item! } : fitting[at % fitting.length]?.key;
    if (record === undefined) return undefined;
    return op === 'update' ? { op, of, record, data } : { op, of, record };
  }

  private linkOf(link: NonNullable<Chosen['link']>, earlier: readonly Write[]): NonNullable<Data['link']> | null {
    if (typeof link === 'object' && 'code' in link) return link;
    if (typeof link === 'object' && isMadeBy(earlier[link.item], 'others')) return link;
    const there = this.model.others.filter(({ trashed }) => !trashed);
    const at = typeof link === 'object' ? link.item : link;
    const named: Named | undefined = at < 0 ? undefined : there[at % there.length]?.key;
    return named ?? null;
  }

  /** Takes over the ids that the service has given. */
  private learn(answers: readonly Answer[], outcomes: readonly Outcome[]): void {
    for (const [at, outcome] of outcomes.entries()) {
      const answer = answers[at];
      if (!answer || !('record' in outcome) || !('record' in answer)) continue;
      const { id, values } = answer.record;
      const [pointer] = values['link'] ?? [];
      const { record } = outcome;
      this.name(record, id.record_id, outcomes);
      if (record.link && pointer) this.name(record.link, pointer['target_record'] as string, outcomes);
    }
  }

  private name({ key, id: known }: Modelled, id: string, outcomes: readonly Outcome[]): void {
    if (!known.startsWith(NEW)) return;
    const told = outcomes.flatMap((each) => ('record' in each ? [each.record, each.record.link] : []));
    for (const each of [...this.model.things, ...this.model.others, ...told]) if (each?.key === key) each.id = id;
  }
}

const isMadeBy = (item: Write | undefined, of: Of) => item?.of === of && (item.op === 'create' || item.op === 'upsert');

function idsOf({ things, others }: Model): ReadonlyMap<number, string> {
  return new Map([...things, ...others].map(({ key, id }) => [key, id]));
}

function compareAnswers(
  answers: readonly Answer[],
  outcomes: readonly Outcome[],
  { isRefused, tried = false }: { isRefused: boolean; tried?: boolean },
): void {
  const isFine = (outcome: Outcome, answer: Answer | undefined): boolean => {
    if ('refused' in outcome) return !!answer && 'reason' in answer && outcome.refused.includes(answer.reason);
    if (!answer) return false;
    if (isRefused) return 'reason' in answer && answer.reason === 'undone';
    if ('deleted' in outcome) return 'deleted' in answer;
    if (!('record' in answer) || answer.created !== outcome.created) return false;
    const { record } = outcome;
    if (tried && (record.id.startsWith(NEW) || record.link?.id.startsWith(NEW))) return true;
    if (answer.record.id.record_id !== record.id) return false;
    compareRecord(answer.record, record);
    return true;
  };
  const fine = outcomes.map((outcome, at) => isFine(outcome, answers[at]));
  if (fine.every(Boolean) && answers.length === outcomes.length) return;
  throw new Error(`answered ${shortly(answers)} in place of ${JSON.stringify(outcomes)}`);
}

function shortly(answers: readonly Answer[]): string {
  return JSON.stringify(answers.map((each) => ('record' in each ? [each.record.id.record_id, each.created] : each)));
}

/** What a dry run shows of records that it would create has other ids than they then have. */
function compareChanges(shown: DryRun['changes'], expected: ReturnType<typeof differences>): void {
  const known = new Set(expected.map(({ id }) => id).filter((id) => !id.startsWith(NEW)));
  const listed = (all: { id: string; attribute: string | null }[]) =>
    all
      .filter(({ attribute }) => attribute !== 'name')
      .map(({ id, attribute }) => `${known.has(id) ? id : 'new'} ${attribute}`)
      .sort();
  compare(listed(shown.map(({ record_id, attribute }) => ({ id: record_id!, attribute }))), listed(expected));
}

function isName({ action, attributes }: { action: string; attributes?: readonly string[] }): boolean {
  return action === 'updated' && attributes?.length === 1 && attributes[0] === 'name';
}

function compare(found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`);
}
