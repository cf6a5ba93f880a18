import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mapping } from '#crm-domain/writes';
import { blocksOf } from '../docs/support/pages.js';
import { Rest, type Workspace } from '../support/rest.js';
import { Upload } from './support/upload.js';

const PAGE = 'docs/import-recipes.md';
/** The first block is the attribute that all recipes need; then companies, people and deals of each product. */
const [ATTRIBUTE, ...MAPPINGS] = blocksOf(PAGE, 'json').map((block) => JSON.parse(block) as object);
const OBJECTS = ['companies', 'people', 'deals'];
/** Files with fictional people, in the form that the page describes, with its sources. */
const PRODUCTS = [
  ['HubSpot', 'hubspot-companies.csv', 'hubspot-contacts.csv', 'hubspot-deals.csv'],
  ['Pipedrive', 'pipedrive-organizations.csv', 'pipedrive-people.csv', 'pipedrive-deals.csv'],
  ['Attio', 'attio-companies.csv', 'attio-people.csv', 'attio-deals.csv'],
] as const;

describe('The recipes for the exports of other products', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start();
  });
  afterAll(() => rest.stop());

  it.each(PRODUCTS.map((product, at) => [product[0], product.slice(1), at] as const))(
    'bring companies, people and deals of %s over, each linked with the others, and change nothing the second time',
    async (product, files, at) => {
      const workspace = await rest.newWorkspace();
      for (const object of OBJECTS)
        await workspace.admin.post(`/v1/objects/${object}/attributes`, ATTRIBUTE).expect(200);
      for (const time of ['first', 'second'])
        for (const [n, name] of files.entries()) {
          const file = readFileSync(join(import.meta.dirname, 'files', name));
          const upload = await Upload.of(workspace.admin, { object: OBJECTS[n]!, name }, file);
          const { rows, errors } = await upload.run(MAPPINGS[3 * at + n] as Mapping);
          expect({ name, errors, isNew: rows.created === rows.total }).toEqual({
            name,
            errors: [],
            isNew: time === 'first',
          });
        }
      expect(await shown(workspace, 'people', 'Ada Example')).toMatchObject({
        email_addresses: expect.arrayContaining(['ada@example.com']) as string[],
        company: { name: 'Quiet Harbour' },
      });
      expect(await shown(workspace, 'deals', 'New crane')).toMatchObject({
        value: { currency_value: 12500.5 },
        ...(product !== 'Attio' && { close_date: '2025-06-30' }),
        company: { name: 'Quiet Harbour' },
        people: expect.arrayContaining([expect.objectContaining({ name: 'Ada Example' })]) as object[],
      });
    },
  );

  async function shown({ admin }: Workspace, object: string, name: string): Promise<object | undefined> {
    const filter = { attribute: 'name', operator: 'eq', value: name };
    const { body } = await admin.post(`/v1/records/${object}/query`, { filter, format: 'concise' }).expect(200);
    return (body.data as { values: object }[])[0]?.values;
  }
});
