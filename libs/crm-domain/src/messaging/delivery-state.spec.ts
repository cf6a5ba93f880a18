import { DELIVERY_NUMBERS as NUMBERS } from './delivery-numbers.js';
import { effectOf, nextStep, type Standing, type Certain } from './delivery-state.js';

const FRESH: Standing = { attempt: 1, transmit_count: 1, not_sent_count: 0, age_ms: 1000, transmitted_ms: 1000 };
const refusal = { code: 'busy', detail: 'The provider is busy.', http_status: 429 };
const transient = (retry_after_seconds: number | null = null): Certain => ({
  ...{ kind: 'transient', ...refusal, retry_after_seconds, throttles: 'message' },
});
const unknown: Certain = { kind: 'unknown', ...refusal };

function step(verdict: Certain, standing: Partial<Standing> = {}, chance = 0.5) {
  return nextStep(verdict, { ...FRESH, ...standing }, { numbers: NUMBERS, graceMs: 60_000, chance });
}

describe('what follows from a verdict', () => {
  it('waits twice as long each time, up to a quarter of an hour, and never at one beat with others', () => {
    const waits = [1, 2, 3, 8, 9, 60].map((attempt) => step(transient(), { attempt }));
    expect(waits).toMatchObject([5, 10, 20, 640, 900, 900].map((s) => ({ state: 'queued', in_ms: s * 1000 })));
    expect(step(transient(), {}, 0)).toMatchObject({ in_ms: 4000 });
    expect(step(transient(), {}, 1)).toMatchObject({ in_ms: 6000 });
  });

  it('waits as long as the provider asked for, and a second at least', () => {
    expect(step(transient(90), { attempt: 7 })).toMatchObject({ state: 'queued', in_ms: 90_000 });
    expect(step(transient(0))).toMatchObject({ state: 'queued', in_ms: 1000 });
  });

  it('gives up what would wait beyond a day, or was handed over twelve times', () => {
    const over = { state: 'rejected', refusal: { code: 'retries_exhausted' } };
    expect(step(transient(), { age_ms: NUMBERS.giveUpMs - 1000 })).toMatchObject(over);
    expect(step(transient(2 * 86_400))).toMatchObject(over);
    expect(step(transient(), { transmit_count: 12 })).toMatchObject(over);
    expect(step(transient(), { transmit_count: 11, attempt: 500 })).toMatchObject({ state: 'queued' });
  });

  it('never queues what may have left', () => {
    expect(step({ kind: 'ambiguous', ...refusal })).toMatchObject({ state: 'unknown', in_ms: 60_000 });
    expect(step(unknown)).toMatchObject({ state: 'unknown', in_ms: NUMBERS.lookMs });
  });

  it('queues it when the provider has shown twice in a row that it did not leave', () => {
    const first = step({ kind: 'not_sent' });
    expect(first).toMatchObject({ state: 'unknown', in_ms: NUMBERS.lookMs, not_sent_count: 1 });
    expect(step({ kind: 'not_sent' }, { not_sent_count: 1 })).toMatchObject({ state: 'queued', in_ms: 0 });
    expect(step(unknown, { not_sent_count: 1 })).toMatchObject({ state: 'unknown', not_sent_count: 0 });
  });

  it('owns after half an hour without proof that it does not know', () => {
    const late = { transmitted_ms: NUMBERS.unknownMs };
    expect(step(unknown, late)).toMatchObject({ state: 'rejected', refusal: { code: 'outcome_unknown' } });
    expect(step({ ...unknown, looked: true }, late)).toMatchObject({ state: 'rejected' });
    expect(step({ kind: 'not_sent' }, { ...late, not_sent_count: 1 })).toMatchObject({ state: 'queued' });
  });
});

describe('what a look that failed says', () => {
  const failed: Certain = { ...unknown, looked: false };

  it('is nothing for a day', () => {
    expect(step(failed, { transmitted_ms: NUMBERS.giveUpMs - 1 })).toMatchObject({ state: 'unknown' });
    expect(step(failed, { transmitted_ms: NUMBERS.giveUpMs })).toMatchObject({ state: 'rejected' });
  });
});

describe("what a provider's later word does", () => {
  const CASES = [
    ['transmitting', null, 'end', 'end'],
    ['unknown', null, 'end', 'end'],
    ['queued', null, 'end', 'nothing'],
    ['leased', null, 'end', 'nothing'],
    ['accepted', null, 'note', 'note'],
    ['rejected', 'outcome_unknown', 'end', 'nothing'],
    ['rejected', 'retries_exhausted', 'nothing', 'nothing'],
    ['rejected', 'invalid_recipient', 'nothing', 'nothing'],
  ] as const;

  it.each(CASES)('to what is %s (%s): accepted %s, rejected %s', (state, last_error_code, accepted, rejected) => {
    const delivery = { state, last_error_code, transmit_count: 1 };
    expect([effectOf('accepted', delivery), effectOf('rejected', delivery)]).toEqual([accepted, rejected]);
  });

  it('means nothing for a message that was never handed over', () => {
    const delivery = { state: 'leased', last_error_code: null, transmit_count: 0 } as const;
    expect([effectOf('accepted', delivery), effectOf('rejected', delivery)]).toEqual(['nothing', 'nothing']);
  });
});
