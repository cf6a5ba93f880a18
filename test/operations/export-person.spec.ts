import { exportPerson } from '../../libs/crm-domain/src/persons/export-person.js';
import { aRecord, anAttribute, pathTo } from '../support/builders.js';
import { Rest } from '../support/rest.js';

const EMAIL = 'long@example.com';
const MIB = 1024 * 1024;

describe('the export of a person with a long history', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start();
  });
  afterAll(() => rest.stop());

  it('is written in pieces of about a row, however large the rows are', async () => {
    const people = { slug: 'people', path: '/v1/objects/people' };
    const texts = ['one', 'two', 'three', 'four', 'five'];
    for (const slug of texts) await anAttribute(rest, people, { type: 'text', slug });
    const record = await aRecord(rest, people, {
      name: { first_name: 'Long', last_name: 'History' },
      email_addresses: [EMAIL],
    });
    for (const letter of 'abcdef') {
      const data = Object.fromEntries(texts.map((slug) => [slug, letter.repeat(90_000)]));
      await rest.writer.patch(pathTo(people, record), { data }).expect(200);
    }
    const sizes: number[] = [];
    const sink = {
      begin: () => Promise.resolve(),
      write: (text: string) => Promise.resolve(void sizes.push(text.length)),
    };
    await exportPerson(rest.domain.db, { workspace_id: rest.workspace_id, email: EMAIL }, sink);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    expect(all).toBeGreaterThan(6 * MIB);
    expect(Math.max(...sizes)).toBeLessThan(1.5 * MIB);
  });
});
