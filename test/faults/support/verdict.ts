import type { RecordWire, ValueWire } from '#crm-domain';
import type { EventWire } from '#crm-domain/events';
import type { Entry, Ledger, Step } from './ledger.js';
import { dataOf } from './writers.js';

/** What is there in the end, as the services themselves tell it. */
export interface Truth {
  records: RecordWire[];
  /** Tokens by record, each as often as it stands in the record's history or in what it is now. */
  past: Map<string, string[]>;
  events: EventWire[];
  drafts: { message_id: string; body: string; status: string }[];
}

/** Whatever is in one of these lists should not have happened. */
export interface Verdict {
  /** Acknowledged, and not there. */
  lost: string[];
  /** There more than once. */
  doubled: string[];
  /** Refused, and there all the same. */
  unasked: string[];
  /** Partly there. */
  torn: string[];
  /** What a writer saw at once. */
  complaints: string[];
}

export function judge({ entries, complaints }: Ledger, truth: Truth): Verdict {
  const verdict: Verdict = { lost: [], doubled: [], unasked: [], torn: [], complaints: [...complaints] };
  const records = Map.groupBy(truth.records, (record) => String(only(record, 'name')?.value));
  const drafts = Map.groupBy(truth.drafts, ({ body }) => body.split(' ').slice(0, 2).join(' '));
  const events = Map.groupBy(truth.events, ({ subject }) => subject.id);
  for (const entry of entries) {
    const here = entry.kind === 'record' ? recordsOf(entry, records, truth) : draftsOf(entry, drafts);
    judgeEntry(verdict, entry, { here, events: events.get(entry.id ?? here[0]?.id ?? '') ?? [] });
  }
  return verdict;
}

/** One thing that bears an entry's marker. */
interface Present {
  id: string;
  token: string;
  isTorn: boolean;
  /** Null where no history is kept. */
  past: string[] | null;
  isSent: boolean;
}

function judgeEntry(verdict: Verdict, entry: Entry, { here, events }: { here: Present[]; events: EventWire[] }): void {
  const { steps, marker } = entry;
  const [first] = steps;
  if (!first) return;
  const place = (step?: Step) =>
    `${marker}${step ? `, ${step.kind} ${step.token} ${step.outcome} (${step.says})` : ''}`;
  if (here.length > 1) verdict.doubled.push(place());
  const present = here[0];
  if (first.outcome === 'refused' && present) verdict.unasked.push(place(first));
  const removal = steps.find(({ kind, outcome }) => kind === 'delete' && outcome !== 'refused');
  if (present && removal?.outcome === 'acknowledged') verdict.lost.push(place(removal));
  if (!present && first.outcome === 'acknowledged' && !removal) verdict.lost.push(place(first));
  if (present) judgePresent(verdict, entry, present);
  for (const step of steps) judgeTraces(verdict, { step, present, events, entry, place: place(step) });
}

function judgePresent(verdict: Verdict, { steps, marker }: Entry, present: Present): void {
  if (present.isTorn) verdict.torn.push(marker);
  const writes = steps.filter(({ kind }) => kind === 'create' || kind === 'update');
  const last = writes.findLastIndex(({ outcome }) => outcome === 'acknowledged');
  const possible = writes.filter(({ outcome }, at) => at === last || (at > last && outcome === 'unanswered'));
  if (!possible.some(({ token }) => token === present.token))
    verdict.lost.push(`${marker}: holds ${present.token}, not ${possible.map(({ token }) => token).join(' or ')}`);
  const sent = steps.find(({ kind }) => kind === 'send');
  if (sent?.outcome === 'acknowledged' && !present.isSent) verdict.lost.push(`${marker}: was not sent`);
  if (present.isSent && (!sent || sent.outcome === 'refused')) verdict.unasked.push(`${marker}: was sent`);
}

/** Each write has left its traces once: in the history of what is still there, and in the feed. */
function judgeTraces(
  verdict: Verdict,
  {
    step,
    present,
    events,
    entry,
    place,
  }: { step: Step; present?: Present; events: EventWire[]; entry: Entry; place: string },
): void {
  const counts = [events.filter((event) => tellsOf(event, step, entry)).length];
  // Drafts leave no events until they are sent.
  if (entry.kind === 'draft' && step.kind !== 'send') counts.pop();
  if (present?.past && (step.kind === 'create' || step.kind === 'update'))
    counts.push(present.past.filter((token) => token === step.token).length);
  for (const count of counts) {
    if (count > 1) verdict.doubled.push(place);
    if (count > 0 && step.outcome === 'refused') verdict.unasked.push(place);
    if (count === 0 && step.outcome === 'acknowledged') verdict.lost.push(place);
  }
}

const KINDS = {
  create: 'record.created',
  update: 'record.updated',
  delete: 'RecordDeletedEvent',
  send: 'message.queued',
};

function tellsOf(event: EventWire, step: Step, { steps }: Entry): boolean {
  if (event.kind !== KINDS[step.kind]) return false;
  // Of several deletes one can have come about; it is counted for the one that was acknowledged.
  if (step.kind === 'delete')
    return (
      step ===
      (steps.find((each) => each.kind === 'delete' && each.outcome === 'acknowledged') ??
        steps.findLast((each) => each.kind === 'delete' && each.outcome === 'unanswered'))
    );
  if (step.kind === 'send') return true;
  return tokenIn(event) === step.token;
}

function tokenIn(event: EventWire): unknown {
  const change = (event.changes ?? []).find(({ attribute_slug }) => attribute_slug === 'token');
  return change?.after[0]?.value;
}

function recordsOf(entry: Entry, records: Map<string, RecordWire[]>, { past }: Truth): Present[] {
  return (records.get(entry.marker) ?? []).map((record) => {
    const token = String(only(record, 'token')?.value);
    const { size } = dataOf(token);
    const code = entry.steps.find((step) => step.token === token)?.code;
    const isTorn = only(record, 'size')?.value !== size || only(record, 'code')?.value !== code;
    const id = record.id.record_id;
    return { id, token, isTorn, past: past.get(id) ?? [], isSent: false };
  });
}

function draftsOf(entry: Entry, drafts: Map<string, Truth['drafts']>): Present[] {
  return (drafts.get(entry.marker) ?? []).map(({ message_id, body, status }) => {
    const token = body.split(' ').at(-1)!;
    return { id: message_id, token, isTorn: false, past: null, isSent: status !== 'draft' };
  });
}

function only(record: RecordWire, slug: string): ValueWire | undefined {
  return record.values[slug]?.[0];
}
