import { expectError } from '../support/answers.js';
import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

const many = <Made>(count: number, make: (n: number) => Made) => Array.from({ length: count }, (_, n) => make(n));
const keys = (count: number) => Object.fromEntries(many(count, (n) => [`u${n.toString(36)}`, 0]));
const KIB = 1024;

describe('a refusal', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start({
      CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]),
      WEBHOOK_PRIVATE_ADDRESSES: true,
    });
    object = await anObject(rest);
    const options = many(100, (n) => ({ title: `${n} ${'long '.repeat(50)}`.trim() }));
    await anAttribute(rest, object, { type: 'multi-select', slug: 'tags', options });
    await anAttribute(rest, object, { type: 'text', slug: 'lines', is_multi_select: true });
  });
  afterAll(() => rest.stop());

  const webhook = { url: 'https://example.com/hook' };
  const automation = { name: 'A', kind: 'record.created', object: 'companies' };
  const pipeline = { slug: 'never', title: 'A', type: 'pipeline' };
  it.each<[string, string, object, number]>([
    ['9,000 unknown fields', '/v1/objects', keys(9000), 50],
    ['9,000 unknown fields of a record query', '/v1/records/people/query', keys(9000), 50],
    ['9,000 unknown fields within an entry', '/v1/records/people/query', { filter: [keys(9000)] }, 50],
    ['unknown fields within every entry', '/v1/webhooks', { ...webhook, ...keys(20), kinds: [1] }, 21],
    ['unknown fields in 500 stages', 'attributes', { ...pipeline, stages: many(500, () => keys(18)) }, 50],
    ['9,000 stages', 'attributes', { ...pipeline, stages: many(9000, () => ({})) }, 1],
    ['an array of 9,000 for one part', 'attributes', { ...pipeline, config: many(9000, () => ({})) }, 1],
    ['19,000 kinds', '/v1/webhooks', { ...webhook, kinds: many(19_000, String) }, 1],
    ['50 unknown kinds', '/v1/webhooks', { ...webhook, kinds: many(50, (n) => `${n}`.repeat(100)) }, 50],
    ['500 unknown attributes', '/v1/webhooks', { ...webhook, object: 'people', attributes: many(500, String) }, 50],
    ['19,000 actions', '/v1/automations', { ...automation, actions: many(19_000, () => 1) }, 1],
    ['9,000 unknown attributes', 'records', { data: keys(9000) }, 1],
    ['2,000 unknown attributes', 'records', { data: keys(2000) }, 50],
    ['50 unknown options, each told what there is', 'records', { data: { tags: many(50, String) } }, 50],
    ['50 wrong texts', 'records', { data: { lines: many(50, (n) => n) } }, 50],
    ['a field with a name of 500 KiB', '/v1/objects', { ['x'.repeat(500 * KIB)]: 1 }, 4],
  ])('is small, and names 50 issues at most: %s', async (_, path, body, count) => {
    const at: Record<string, string> = {
      attributes: `${object.path}/attributes`,
      records: `/v1/records/${object.slug}`,
    };
    const response = await rest.admin.post(at[path] ?? path, body);
    const { issues, message } = expectError(response, 400);
    expect(issues).toHaveLength(count);
    expect(Buffer.byteLength(response.text)).toBeLessThan(64 * KIB);
    expect(message.length).toBeLessThan(1000);
  });

  it('of a body of 100,000 keys is one sentence, whatever the body is for', async () => {
    const large = keys(100_000);
    for (const [path, body] of [
      ['/v1/objects', large],
      ['/v1/records/people/query', { filter: [large] }],
      [`/v1/records/${object.slug}`, { data: large }],
    ] as const) {
      const response = await rest.admin.post(path, body);
      const { issues, message } = expectError(response, 400);
      expect(message).toBe('The request body holds more than 20,000 names and values.');
      expect([response.body.code, issues]).toEqual(['validation_type', [{ path: 'body', message }]]);
    }
  });

  it('says that there is more wrong than it names', async () => {
    const { message } = expectError(await rest.admin.post('/v1/objects', keys(51)), 400);
    expect(message).toMatch(
      /^u0: This field is not known here\. Allowed: .+\. \(there are more; the first 50 are listed\)$/,
    );
    const query = many(60, (n) => `u${n}=1`).join('&');
    const asked = expectError(await rest.admin.get(`/v1/records/${object.slug}?${query}`), 400);
    expect([asked.issues.length, asked.message]).toEqual([50, expect.stringMatching(/the first 50 are listed\)$/)]);
  });

  it('names what is allowed until that fills the answer', async () => {
    const response = await rest.admin.post(`/v1/records/${object.slug}`, { data: { tags: many(50, String) } });
    const issues = expectError(response, 400).issues as { allowed?: string[] }[];
    expect(issues[0]!.allowed).toHaveLength(50);
    expect(issues.at(-1)!.allowed).toBeUndefined();
  });
});
