import { claimAt, textsAt } from './claim-path.js';

describe('claimAt', () => {
  it.each([
    ['org_id', { org_id: 'org_1' }, 'org_1'],
    ['https://crm.example/org', { 'https://crm.example/org': 'org_1' }, 'org_1'],
    ['o.id', { o: { id: 'org_1' } }, 'org_1'],
    ['organization.*', { organization: ['acme'] }, 'acme'],
    ['organization.*.id', { organization: { acme: { id: 'org_1' } } }, 'org_1'],
  ])('finds %s', (path, claims, value) => {
    expect(claimAt(claims, path)).toBe(value);
  });

  it.each([
    ['organization.*', { organization: ['acme', 'globex'] }],
    ['organization.*.id', { organization: { acme: { id: '1' }, globex: { id: '2' } } }],
    ['organization.*.id', { organization: {} }],
    ['organization.*.id', { organization: 'acme' }],
    ['constructor.name', { org: 1 }],
    ['org.length', { org: 'acme' }],
  ])('finds nothing at %s of %j', (path, claims) => {
    expect(claimAt(claims, path)).toBeUndefined();
  });
});

describe('textsAt', () => {
  it('collects what several paths say, each text once', () => {
    expect(textsAt({ azp: 'a', client_id: 'a' }, ['azp', 'client_id'])).toEqual(['a']);
    expect(textsAt({ azp: 'a', client_id: 'b' }, ['azp', 'client_id'])).toEqual(['a', 'b']);
    expect(textsAt({}, ['azp'])).toEqual([]);
  });

  it.each([[['a']], [7], [''], [null]])('gives no answer when %j stands at a path', (value) => {
    expect(textsAt({ azp: value, client_id: 'a' }, ['azp', 'client_id'])).toBeUndefined();
  });
});
