import { sameAddresses, sameAs, sameText } from './same-message.js';

describe('two texts', () => {
  // The longest there may be took 12 s each.
  it('take little time to compare, whatever marks stand on their letters', () => {
    const marks = 'e' + '\u0301\u0327'.repeat(50_000);
    const { user } = process.cpuUsage();
    expect(sameText(`${marks} one`, `${marks} two`)).toBe(false);
    expect(process.cpuUsage({ user, system: 0 }).user / 1000).toBeLessThan(500);
  });

  it('are compared with one that is prepared once, however many they are', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    expect(['two', 'o n e', 'three'].map(sameAs('one'))).toEqual([false, true, false]);
    expect(normalize.mock.contexts.filter((text) => String(text) === 'one')).toHaveLength(1);
  });

  it.each([
    ['line breaks of another kind', 'one\r\ntwo', 'one\ntwo'],
    ['lines that were broken anew', 'one two', 'one\n\ntwo '],
    ['blanks at the ends', '  one ', 'one'],
    ['a blank that does not break', 'one\u00a0two', 'one two'],
    ['composed characters', 'Gru\u0308\u00dfe', 'Gr\u00fc\u00dfe'],
  ])('say the same with %s', (_what, one, other) => {
    expect(sameText(one, other)).toBe(true);
  });

  it.each([
    ['other letters', 'one', 'two'],
    ['letters of another case', 'One', 'one'],
    ['another mark at the end', 'one.', 'one'],
    ['nothing in one of them', '', 'one'],
  ])('do not say the same with %s', (_what, one, other) => {
    expect(sameText(one, other)).toBe(false);
  });
});

describe('two lists of addresses', () => {
  it.each([
    ['order', ['a@example.com', 'b@example.com'], ['b@example.com', 'a@example.com']],
    ['case', ['Ada@Example.COM'], ['ada@example.com']],
    ['form of an international domain', ['ada@b\u00fccher.example'], ['ada@xn--bcher-kva.example']],
    ['composition of a domain', ['ada@bu\u0308cher.example'], ['ada@XN--BCHER-KVA.example']],
    ['composition of a name', ['ju\u0308rgen@example.com'], ['j\u00fcrgen@example.com']],
    ['number of times', ['a@example.com', 'A@example.com'], ['a@example.com']],
  ])('are the same whatever the %s', (_what, one, other) => {
    expect(sameAddresses('email', one, other)).toBe(true);
  });

  it('are the same with telephone numbers written differently', () => {
    expect(sameAddresses('phone', ['+1 (555) 555-0100'], ['15555550100'])).toBe(true);
  });

  it.each([
    ['fewer people', ['a@example.com', 'b@example.com'], ['a@example.com']],
    ['somebody else', ['a@example.com'], ['b@example.com']],
    ['another domain', ['a@b\u00fccher.example'], ['a@bucher.example']],
    ['nobody', ['a@example.com'], []],
  ])('differ with %s', (_what, one, other) => {
    expect(sameAddresses('email', one, other)).toBe(false);
  });
});
