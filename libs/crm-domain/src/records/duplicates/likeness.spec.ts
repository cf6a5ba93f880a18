import { likeness } from './likeness.js';

const LONG = 'abcdefghijklmnop';

it.each([
  [LONG, LONG, 1],
  [`x${LONG}`, `${LONG}y`, 1 - 2 / 17],
  [`${LONG}xy`, LONG, 1 - 2 / 18],
  [`xy${LONG}`, LONG, 1 - 2 / 18],
  ['bacdefghijklmnpo', LONG, 1 - 2 / 16],
  ['bacdefghijklmnxo', LONG, 0],
  [`xyz${LONG}`, LONG, 0],
  ['lovelase', 'lovelace', 1 - 1 / 8],
  ['loveales', 'lovelace', 0],
])('%s and %s are as similar as the edits between them allow', (one, other, expected) => {
  expect(likeness([one], [other])).toBeCloseTo(expected);
  expect(likeness([other], [one])).toBeCloseTo(expected);
});
