/** What a client was told of a write. Without a definite answer it may have been done or not. */
export type Outcome = 'acknowledged' | 'refused' | 'unanswered';
export const OUTCOMES: readonly Outcome[] = ['acknowledged', 'refused', 'unanswered'];

export interface Reply {
  outcome: Outcome;
  /** Of what was made. */
  id?: string;
  says: string;
}

export type StepKind = 'create' | 'update' | 'delete' | 'send';

/** One write: it leaves its token wherever it writes to. */
export interface Step {
  kind: StepKind;
  token: string;
  outcome: Outcome;
  says: string;
  /** The unique value it writes, of a record. */
  code?: string;
}

/** A record or draft as its only writer knows it. */
export interface Entry {
  kind: 'record' | 'draft';
  /** Which it bears from its making. */
  marker: string;
  id?: string;
  steps: Step[];
}

/** Everything that was tried, and by which door. */
export class Ledger {
  readonly entries: Entry[] = [];
  readonly tally = new Map<string, Record<Outcome, number>>();
  /** What a writer saw at once to be wrong. */
  readonly complaints: string[] = [];

  open(kind: Entry['kind'], marker: string): Entry {
    const entry: Entry = { kind, marker, steps: [] };
    this.entries.push(entry);
    return entry;
  }

  /** How many writes came out so, by all doors. */
  sum(outcome: Outcome): number {
    return [...this.tally.values()].reduce((all, counts) => all + counts[outcome], 0);
  }

  note(door: string, entry: Entry, step: Step): void {
    entry.steps.push(step);
    this.count(`${door}: ${step.kind} ${entry.kind}`, step.outcome);
  }

  count(what: string, outcome: Outcome): void {
    const counts = this.tally.get(what) ?? { acknowledged: 0, refused: 0, unanswered: 0 };
    counts[outcome]++;
    this.tally.set(what, counts);
  }
}
