import { invalid } from './errors.js';

const names = (count: number) => Array.from({ length: count }, (_, n) => `name ${n}`);

describe('a list of what is allowed', () => {
  it('is told whole, or says that it is cut', () => {
    const issue = { path: 'x', message: 'No such name.', expected: 'a name' };
    expect(invalid([{ ...issue, allowed: names(50) }]).issues).toEqual([{ ...issue, allowed: names(50) }]);
    const cut = { ...issue, expected: 'a name; allowed lists the first 50', allowed: names(50) };
    expect(invalid([{ ...issue, allowed: names(51) }]).issues).toEqual([cut]);
  });
});
