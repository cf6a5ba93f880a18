import { DELIVERY_NUMBERS as NUMBERS } from './delivery-numbers.js';
import { answerSettles, effectOf, nextStep, type Standing, type Certain } from './delivery-state.js';
import { canBeOfLast, isOfFailed } from './which-transmission.js';

const DAY = 24 * 60 * 60 * 1000;
const FRESH: Standing = { attempt: 1, transmit_count: 1, not_sent_count: 0, age_ms: 1000, transmitted_ms: 1000 };
const refusal = { code: 'busy', detail: 'The provider is busy.', http_status: 429 };
const transient = (
  retry_after_seconds: number | null = null,
  throttles: 'message' | 'account' = 'message',
): Certain => ({ kind: 'transient', ...refusal, retry_after_seconds, throttles });
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

  it('waits as long as the provider asked for, a second at least and an hour at most', () => {
    expect(step(transient(90))).toMatchObject({ state: 'queued', in_ms: 90_000 });
    expect(step(transient(0))).toMatchObject({ state: 'queued', in_ms: 1000 });
    expect(step(transient(3600), { attempt: 7 })).toMatchObject({ state: 'queued', in_ms: 3_600_000 });
    expect(step(transient(86_400))).toMatchObject({ state: 'queued', in_ms: 3_600_000 });
  });

  it('waits ever longer for a provider that asks for the same short time again and again', () => {
    const waits = [1, 2, 3, 10, 11, 60].map((attempt) => step(transient(1), { attempt }));
    expect(waits).toMatchObject([1, 2, 4, 512, 900, 900].map((s) => ({ state: 'queued', in_ms: s * 1000 })));
  });

  it('lets the account rest as long as the provider asked for, else as long as the message waits', () => {
    expect(step(transient(2, 'account'), { attempt: 4 })).toMatchObject({ in_ms: 16_000, rest_ms: 2000 });
    expect(step(transient(null, 'account'), { attempt: 2 })).toMatchObject({ in_ms: 10_000, rest_ms: 10_000 });
    expect(step(transient(2))).toMatchObject({ rest_ms: null });
  });

  it('gives up what would wait beyond a day, however often it was refused before', () => {
    const over = { state: 'rejected', refusal: { code: 'retries_exhausted' } };
    expect(step(transient(), { age_ms: DAY - 60_000 })).toMatchObject({ state: 'queued' });
    expect(step(transient(), { age_ms: DAY - 1000 })).toMatchObject(over);
    expect(step(transient(1), { transmit_count: 500, attempt: 1000 })).toMatchObject({ state: 'queued' });
  });

  it('gives up no draft as not sent that nobody could look at: a person may have sent it', () => {
    const standing = { age_ms: DAY, has_unseen_draft: true };
    expect(step(transient(), standing)).toMatchObject({ state: 'rejected', refusal: { code: 'outcome_unknown' } });
  });

  it('looks no sooner than the provider asked for, and sends nothing from the account until then', () => {
    const asked = { ...refusal, retry_after_seconds: 120 };
    const later = { state: 'unknown', in_ms: 120_000, rest_ms: 120_000 };
    expect(step({ kind: 'ambiguous', ...asked })).toMatchObject(later);
    expect(step({ kind: 'unknown', ...asked })).toMatchObject(later);
    expect(step({ kind: 'ambiguous', ...asked, retry_after_seconds: 3 })).toMatchObject({
      in_ms: 60_000,
      rest_ms: 3000,
    });
    expect(step({ kind: 'ambiguous', ...refusal })).toMatchObject({ in_ms: 60_000, rest_ms: null });
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
    const detail = expect.stringMatching(/may have been delivered, so do not send it again/);
    expect(step(unknown, late)).toMatchObject({ state: 'rejected', refusal: { code: 'outcome_unknown', detail } });
    expect(step({ ...unknown, looked: true }, late)).toMatchObject({ state: 'rejected' });
    expect(step({ kind: 'not_sent' }, { ...late, not_sent_count: 1 })).toMatchObject({ state: 'queued' });
  });
});

describe('what a look that failed says', () => {
  const failed: Certain = { ...unknown, looked: false };

  it('is nothing for a day', () => {
    expect(step(failed, { transmitted_ms: DAY - 1 })).toMatchObject({ state: 'unknown' });
    expect(step(failed, { transmitted_ms: DAY })).toMatchObject({ state: 'rejected' });
  });
});

describe("what a provider's later word does", () => {
  const CASES = [
    ['transmitting', null, 'end', 'end', 'end'],
    ['unknown', null, 'end', 'end', 'end'],
    ['queued', null, 'end', 'nothing', 'nothing'],
    ['leased', null, 'end', 'nothing', 'nothing'],
    ['accepted', null, 'note', 'note', 'note'],
    ['rejected', 'outcome_unknown', 'end', 'end', 'end'],
    ['rejected', 'retries_exhausted', 'end', 'nothing', 'nothing'],
    ['rejected', 'invalid_recipient', 'end', 'nothing', 'nothing'],
  ] as const;

  it.each(CASES)('to what is %s (%s): accepted %s, rejected %s, of the same words %s', (...row) => {
    const [state, last_error_code, ...effects] = row;
    const delivery = { state, last_error_code, transmit_count: 1 };
    const says = ['accepted', 'rejected', 'alike'] as const;
    expect(says.map((each) => effectOf(each, delivery))).toEqual(effects);
  });

  it.each(['queued', 'leased', 'unknown', 'rejected'] as const)(
    'to one that is %s and was never handed over: only that it was taken counts, since a person may have sent its draft',
    (state) => {
      const delivery = { state, last_error_code: 'outcome_unknown', transmit_count: 0 };
      const says = ['accepted', 'rejected', 'alike'] as const;
      expect(says.map((each) => effectOf(each, delivery))).toEqual(['end', 'nothing', 'nothing']);
    },
  );
});

describe('a failure that names no transmission', () => {
  const BEGUN = new Date('2026-03-01T10:00:00Z');
  const last = { transmit_count: 2, transmit_started_at: BEGUN, is_by_words: false };
  const failed = { transmission: null, provider_message_id: 'one', at: BEGUN };

  it.each([
    ['accepted', 'one', true],
    ['accepted', 'another', false],
    ['unknown', 'one', false],
    ['transmitting', 'one', false],
    ['unknown', 'another', true],
    ['unknown', null, true],
  ] as const)('of an id, to one that is %s with the id %s, is about its last one: %s', (...row) => {
    const [state, provider_message_id, isOfLast] = row;
    expect(canBeOfLast(failed, { ...last, state, provider_message_id })).toBe(isOfLast);
  });
});

describe('the answer to a transmission whose lease is over', () => {
  // State, last error, then: accepted; rejected; rejected, but handed over again since; not taken for the moment.
  const CASES = [
    ['queued', null, true, true, false, false],
    ['leased', null, true, true, false, false],
    ['transmitting', null, true, true, false, true],
    ['unknown', null, true, true, false, true],
    ['accepted', null, false, false, false, false],
    ['accepted', 'for its words', true, true, false, true],
    ['rejected', 'outcome_unknown', true, true, false, true],
    ['rejected', 'retries_exhausted', true, false, false, false],
    ['rejected', 'invalid_recipient', true, false, false, false],
  ] as const;

  it.each(CASES)('settles what is %s (%s): accepted %s, rejected %s, before: %s, not taken: %s', (...row) => {
    const [state, last_error_code, ...expected] = row;
    const is_by_words = last_error_code === 'for its words';
    const standing = { state, last_error_code, transmit_count: 2, is_by_words };
    const says = [
      { kind: 'accepted', transmit_count: 1 },
      { kind: 'rejected', transmit_count: 2 },
      { kind: 'rejected', transmit_count: 1 },
      { kind: 'transient', transmit_count: 2 },
    ] as const;
    expect(says.map((answer) => answerSettles(answer, standing))).toEqual(expected);
  });
});

describe('that a provider took a transmission', () => {
  // State, last error, the id that has failed, which transmission, its id.
  const CASES = [
    ['unknown', 'no_answer', 'one', 1, null, true],
    ['unknown', 'no_answer', 'one', 2, null, false],
    ['unknown', 'no_answer', null, 1, 'one', false],
    ['queued', '130429', 'two', 1, 'one', true],
    ['queued', '130429', 'two', 2, 'two', false],
    ['rejected', '131026', 'two', 1, 'one', true],
    ['rejected', '131026', 'two', 2, 'two', false],
    ['accepted', null, 'two', 1, 'one', false],
    ['unknown', 'no_answer', 'one', null, 'one', true],
    ['unknown', 'no_answer', 'one', null, 'two', false],
    ['rejected', 'outcome_unknown', 'one', null, 'one', true],
    ['rejected', '131026', 'one', null, 'one', false],
  ] as const;

  it.each(CASES)('says nothing of one that is %s (%s, %s) if it is an earlier one (%s, %s): %s', (...row) => {
    const [state, last_error_code, failed, transmission, provider_message_id, expected] = row;
    const last = { state, last_error_code, provider_message_id: failed, transmit_count: 2 };
    expect(isOfFailed({ transmission, provider_message_id }, last)).toBe(expected);
  });
});
