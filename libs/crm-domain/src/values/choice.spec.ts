import { sampleContext } from './samples.js';
import { select } from './select.js';
import { pipeline } from './pipeline.js';
import type { Choice, ValueContext } from './value-type.js';

const sample = sampleContext('select');
const [open, , , former] = sample.choices;

function choice(id: string, title: string, archived = false): Choice {
  return { id, title, archived, wire: { title } };
}

function withChoices(...choices: Choice[]): ValueContext {
  return { ...sample, choices };
}

function refusalOf(input: unknown, context: ValueContext = sample): unknown {
  try {
    return select.parse(input, context);
  } catch (error) {
    return error;
  }
}

describe('a choice', () => {
  it('is found by its exact title before any other', () => {
    const context = withChoices(choice('a', 'open'), choice('b', 'OPEN'));
    expect(select.parse('OPEN', context)).toBe('b');
  });

  it('is found whatever the letters’ case if only one choice has the title', () => {
    expect(select.parse(' oPEN ', sample)).toBe(open?.id);
    const context = withChoices(choice('a', 'open'), choice('b', 'OPEN'));
    expect(refusalOf('Open', context)).toMatchObject({
      message: '"Open" matches more than one option; give its exact title or its id.',
    });
  });

  it('is found by its id in any case and by the option as it was read', () => {
    expect(select.parse(open?.id.toUpperCase(), sample)).toBe(open?.id);
    expect(select.parse({ option: open?.wire }, sample)).toBe(open?.id);
    expect(select.parse({ option: 'open' }, sample)).toBe(open?.id);
  });

  it.each([
    ['title', former?.title],
    ['id', former?.id],
    ['wire object', { option: former?.wire }],
  ])('is refused by the %s of an archived one, with the active titles', (_by, input) => {
    expect(refusalOf(input)).toMatchObject({
      message: expect.stringContaining('is an archived option'),
      expected: 'the title or id of an active option',
      allowed: ['Open', 'Won', 'Lost'],
    });
  });

  it('prefers the active one of two that share a title', () => {
    expect(select.parse('open', withChoices(choice('a', 'open', true), choice('b', 'open')))).toBe('b');
    expect(select.parse('OPEN', withChoices(choice('a', 'open', true), choice('b', 'Open')))).toBe('b');
  });

  it('is refused by the exact title of an archived one, and not taken for an active one in other letters', () => {
    const context = withChoices(choice('a', 'open', true), choice('b', 'Open'));
    expect(refusalOf('open', context)).toMatchObject({ message: expect.stringContaining('is an archived option') });
  });

  it('lists no more than fifty titles', () => {
    const many = Array.from({ length: 60 }, (_, i) => choice(`${i}`, `Title ${i}`));
    expect(refusalOf('none', withChoices(...many))).toMatchObject({ allowed: { length: 50 } });
  });

  it('is still shown when it is archived, and as null once it is gone', () => {
    expect(select.serialise(former?.id ?? '', sample)).toEqual({ option: former?.wire });
    expect(select.serialise('gone', sample)).toEqual({ option: null });
    expect(select.text('gone', sample)).toBe('');
  });

  it('is a stage on a pipeline', () => {
    const context = sampleContext('pipeline');
    expect(pipeline.serialise(pipeline.parse('Won', context), context)).toMatchObject({ stage: { title: 'Won' } });
    expect(() => pipeline.parse({ option: 'Won' }, context)).toThrow('no key "option"; it may have stage.');
  });
});
