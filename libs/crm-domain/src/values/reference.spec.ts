import { recordSlug } from './record-slug.js';
import { recordReference } from './record-reference.js';
import { sampleContext } from './samples.js';
import { ValueRefusal, type ValueContext } from './value-type.js';

const context = sampleContext('record-reference');
const people = context.findObjectId('people') ?? '';
const companies = context.findObjectId('companies') ?? '';
const record = '0197f000-0000-7000-8000-00000000000a';
const ada = { object_id: people, record_id: record };

function refusalOf(input: unknown, context: ValueContext): ValueRefusal {
  try {
    recordReference.parse(input, context);
  } catch (error) {
    if (error instanceof ValueRefusal) return error;
    throw error;
  }
  throw new Error('The input was accepted.');
}

describe('a reference', () => {
  it.each([
    ['UUIDs', { id: record.toUpperCase(), type: people }],
    ['slugs', { id: recordSlug('Ada Lovelace', record), type: 'people' }],
    ['what was read', { target_object: people, target_record: record, display_name: 'Ada', target_deleted: true }],
  ])('is given by %s', (_by, input) => expect(recordReference.parse(input, context)).toEqual(ada));

  it('may point only at the objects its attribute allows, and says which', () => {
    const narrow = { ...context, allowedObjectIds: [companies] };
    const refusal = refusalOf({ id: record, type: 'people' }, narrow);
    expect(refusal.message).toBe('"people" is not an object this attribute may point at.');
    expect(refusal.allowed).toEqual(['companies']);
    expect(recordReference.parse({ id: record, type: 'companies' }, narrow)).toMatchObject({ object_id: companies });
  });

  it('needs no type where its attribute allows one object, and only there', () => {
    expect(recordReference.parse({ id: record }, { ...context, allowedObjectIds: [people] })).toEqual(ada);
    for (const allowedObjectIds of [[], [people, companies]])
      expect(refusalOf({ id: record }, { ...context, allowedObjectIds }).message).toContain('lacks type');
  });

  it('shows its target’s text while there is one, and that it is deleted', () => {
    const shown = { target_object: people, target_record: record };
    const show = (label: string | null, deleted: boolean) =>
      recordReference.serialise(ada, context, { label, deleted });
    expect(show('Ada', false)).toEqual({ ...shown, display_name: 'Ada', target_deleted: false });
    expect(show(null, true)).toEqual({ ...shown, target_deleted: true });
    expect(recordReference.serialise(ada, context)).toEqual({ ...shown, target_deleted: false });
  });
});
