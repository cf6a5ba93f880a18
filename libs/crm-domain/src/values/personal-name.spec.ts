import { VALUE_TYPES } from './registry.js';

const parse = (input: unknown) => VALUE_TYPES['personal-name'].parse(input, {} as never);

it.each([
  ['Dup One', 'Dup', 'One'],
  ['  Ada Augusta  Lovelace ', 'Ada Augusta', 'Lovelace'],
  ['Plato', 'Plato', ''],
])('the last word of %j is the last name', (text, first_name, last_name) => {
  expect(parse(text)).toEqual({ first_name, last_name });
});

it('what is no name is told both shapes', () => {
  expect(() => parse(5)).toThrow(/first_name and last_name, or a full name as text, such as "Ada Lovelace"/);
});
