import type { Request } from 'express';
import { Cookies } from './cookies.js';

describe('a cookie of the screens', () => {
  const read = (cookie: string) =>
    new Cookies('https://crm.example.com').read({ headers: { cookie } } as Request, 'session');

  it.each([
    ['__Host-crm-session=mine', 'mine'],
    ['a=b; __Host-crm-session=mine; c=d', 'mine'],
    ['a=b;__Host-crm-session=mine;c=d', 'mine'],
    ['__Host-crm-session=', ''],
    ['', undefined],
    // In the value of another one, or at the end of another name.
    ['a=b __Host-crm-session=theirs', undefined],
    ['a=b __Host-crm-session=theirs; __Host-crm-session=mine', 'mine'],
    ['a=__Host-crm-session=theirs', undefined],
    ['x__Host-crm-session=theirs', undefined],
  ])('is read from %j', (header, value) => {
    expect(read(header)).toBe(value);
  });
});
