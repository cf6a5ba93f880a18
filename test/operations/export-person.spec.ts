import { exportPerson } from '../../libs/crm-domain/src/persons/export-person.js';
import { PersonStore } from '../../libs/crm-domain/src/persons/person.store.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { Rest } from '../support/rest.js';

const EMAIL = 'long@example.com';
const MIB = 1024 * 1024;

describe('the export of a person with a long history', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start();
  });
  afterAll(() => rest.stop());
  afterEach(() => jest.restoreAllMocks());

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

  it('is refused where the names and addresses of all that hold the address take too much memory', async () => {
    const large = 'x'.repeat(90_000);
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'personal-name', slug: 'person' });
    await anAttribute(rest, object, { type: 'email-address', slug: 'email' });
    await anAttribute(rest, object, { type: 'text', slug: 'one' });
    const items = Array.from({ length: 8 }, (_, n) => ({
      op: 'create',
      data: { person: { first_name: 'One', last_name: `Of ${n}` }, email: 'many@example.com', one: large },
    }));
    await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const read: { text: string }[] = [];
    const query = PersonStore.prototype.withMerged;
    jest.spyOn(PersonStore.prototype, 'withMerged').mockImplementation(async function (this: PersonStore, ...args) {
      const rows = await query.apply(this, args);
      read.push({ text: JSON.stringify(rows) });
      return rows;
    });
    const sink = { begin: () => Promise.resolve(), write: () => Promise.resolve() };
    const of = { workspace_id: rest.workspace_id, email: 'many@example.com' };
    expect(await exportPerson(rest.domain.db, of, sink)).toBeGreaterThan(8);
    expect(read[0]!.text).toContain('many@example.com');
    expect(read[0]!.text.length).toBeLessThan(8 * 1024);

    await rest.sql(
      `update record set vals = jsonb_set(vals, array[(select a.attr_no::text from attribute a join object o using (workspace_id, object_id)
           where a.workspace_id = $1 and o.slug = $2 and a.slug = 'person')], jsonb_build_object('first_name', repeat('x', 2 * 1024 * 1024)))
         where workspace_id = $1 and object_id = $3`,
      [rest.workspace_id, object.slug, object.object_id],
    );
    await expect(exportPerson(rest.domain.db, of, sink)).rejects.toThrow('too many names and addresses');
  });
});
