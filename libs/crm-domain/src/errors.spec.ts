import { invalid } from './errors.js';

const names = (count: number) => Array.from({ length: count }, (_, n) => `name ${n}`);

describe('a list of what is allowed', () => {
  it('is left out when those before it have taken the room, which is counted in bytes', () => {
    const listsOf = (letter: string) => {
      const issues = Array.from({ length: 10 }, (_, n) => ({
        path: `filter[${n}]`,
        message: 'Wrong.',
        allowed: Array.from({ length: 30 }, () => letter.repeat(200)),
      }));
      return invalid(issues).issues.filter(({ allowed }) => allowed).length;
    };
    expect([listsOf('a'), listsOf('ア')]).toEqual([3, 1]);
  });

  it('is told whole, or says that it is cut', () => {
    const issue = { path: 'x', message: 'No such name.', expected: 'a name' };
    expect(invalid([{ ...issue, allowed: names(50) }]).issues).toEqual([{ ...issue, allowed: names(50) }]);
    const cut = { ...issue, expected: 'a name; allowed lists the first 50', allowed: names(50) };
    expect(invalid([{ ...issue, allowed: names(51) }]).issues).toEqual([cut]);
  });
});
