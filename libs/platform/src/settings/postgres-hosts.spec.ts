import { eachHost } from './postgres-hosts.js';

describe('addresses of Postgres with several hosts', () => {
  it.each([
    ['postgres://u:p@a:5432,b:5433/crm?sslmode=require', ['a:5432', 'b:5433']],
    ['postgresql://u:p,q@a,b,[::1]:5432/crm?sslmode=require', ['a', 'b', '[::1]:5432']],
  ])('are taken apart: %s', (url, hosts) => {
    const [before, behind] = [url.slice(0, url.lastIndexOf('@') + 1), '/crm?sslmode=require'];
    expect(eachHost(url)).toEqual(hosts.map((host) => `${before}${host}${behind}`));
  });

  it.each([
    'postgres://u:p@a:5432/crm',
    'postgres://a/crm?options=-c%20x,y',
    'postgres:///crm?host=/tmp/a,b',
    // The password was not encoded: what follows its slash is a path.
    'postgres://u:12/b,c@a/crm',
  ])('stand for themselves with a single one: %s', (url) => expect(eachHost(url)).toEqual([url]));

  it.each([
    'mysql://a,b/crm',
    'postgres://a,,b/crm',
    'postgres://a:1,b:none/crm',
    `postgres://${Array.from({ length: 17 }, (_, n) => `h${n}`).join(',')}/crm`,
    'not an address',
  ])('are none where one of them is wrong, or they are too many: %s', (url) => expect(eachHost(url)).toEqual([]));
});
