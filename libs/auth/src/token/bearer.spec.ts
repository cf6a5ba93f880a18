import { bearerOf } from './bearer.js';

describe('bearerOf', () => {
  it('tells that nothing was sent', () => {
    expect(bearerOf(undefined)).toEqual({ kind: 'none' });
  });

  it.each(['Bearer abc.DEF-123_~+/', 'Bearer YWJj==', 'bearer abc', 'BEARER abc'])('reads %s', (header) => {
    expect(bearerOf(header)).toEqual({ kind: 'token', token: header.slice(7) });
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic YWJj',
    'abc',
    'Bearer a b',
    'Bearer abc, Bearer def',
    'Bearer ="x"',
    'Bearer a=b',
    ' Bearer abc',
    'Bearer abc\n',
    'Bearer täg',
  ])('calls %j malformed', (header) => {
    expect(bearerOf(header)).toEqual({ kind: 'malformed' });
  });

  it('looks at 8 KiB and no more', () => {
    const fits = `Bearer ${'a'.repeat(8192 - 7)}`;
    expect(bearerOf(fits).kind).toBe('token');
    expect(bearerOf(`${fits}a`)).toEqual({ kind: 'malformed' });
  });
});
