import { ATTRIBUTE_TYPES, FILTER_OPERATORS, type AttributeType } from '#crm-domain';
import { KEY_WORDS } from '#crm-domain/people';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { blocksOf, textOf } from './support/pages.js';

const COMMON = ['active_from', 'active_until', 'attribute_slug', 'attribute_type', 'created_by'];
const ON_ALL = ['is_empty', 'is_not_empty'];

/** Rows of the first table under a heading of docs/api.md, each as its cells; the first two lines are its head. */
function rowsUnder(heading: string): string[][] {
  const section = textOf('docs/api.md').split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.split('|').slice(1, -1));
}

const codesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

let rest: Rest;
let object: AnObject;
/** What a row writes, with ids of this workspace in place of those it leaves open. */
let filled: (code: string) => unknown;
beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  const company = await aRecord(rest, { slug: 'companies' }, { name: 'Example Ltd' });
  const person = { subject: 'ada', email: 'ada@example.com', name: 'Ada Example' };
  const { user_id } = await rest.domain.workspaces.addMember({ workspace_id: rest.workspace_id, ...person });
  filled = (code) =>
    JSON.parse(code.replace('<record_id>', company.id.record_id).replace('<user_id>', user_id)) as unknown;
  const choices = ['Enterprise', 'Retail', 'Won'].map((title) => ({ title }));
  const more: Partial<Record<AttributeType, object>> = {
    select: { options: choices },
    'multi-select': { options: choices },
    pipeline: { stages: choices },
    relationship: {
      relationship: { target_object_id: 'companies', inverse_title: 'Things', cardinality: 'many-to-many' },
    },
  };
  for (const type of ATTRIBUTE_TYPES) await anAttribute(rest, object, { type, slug: `a-${type}`, ...more[type] });
});
afterAll(() => rest.stop());

it('docs/api.md shows of each type what may be written, and the fields that are read', async () => {
  const rows = rowsUnder('Values');
  expect(rows.map(([type]) => codesIn(type!)[0]).sort()).toEqual([...ATTRIBUTE_TYPES].sort());
  for (const [type, write, read] of rows) {
    const slug = `a-${codesIn(type!)[0]}`;
    const inputs = codesIn(write!);
    expect(inputs).not.toEqual([]);
    for (const input of inputs) {
      const data = { name: 'Example', [slug]: filled(input) };
      const { body, status } = await rest.admin.post(`/v1/records/${object.slug}`, { data });
      expect([slug, input, status, body.message]).toEqual([slug, input, 200, undefined]);
      const own = Object.keys(body.data.values[slug][0] as object).filter((field) => !COMMON.includes(field));
      expect([slug, own.sort()]).toEqual([slug, codesIn(read!).sort()]);
    }
  }
});

it('docs/api.md names for each type the operators of a filter that are accepted, and whether it can be sorted by', async () => {
  const inputs = new Map(rowsUnder('Values').map(([type, write]) => [codesIn(type!)[0]!, codesIn(write!)[0]!]));
  const rows = rowsUnder('Filters');
  expect(rows.flatMap(([types]) => codesIn(types!)).sort()).toEqual([...ATTRIBUTE_TYPES].sort());
  const query = (body: object) => rest.admin.post(`/v1/records/${object.slug}/query`, body);
  for (const [types, named, sortable] of rows)
    for (const type of codesIn(types!)) {
      const attribute = `a-${type}`;
      const [value] = [filled(inputs.get(type)!)].flat();
      const accepted: string[] = [];
      for (const operator of FILTER_OPERATORS) {
        const operand = ON_ALL.includes(operator) ? {} : { value: operandOf(value, operator) };
        const { status } = await query({ filter: [{ attribute, operator, ...operand }] });
        if (status === 200) accepted.push(operator);
      }
      expect([type, accepted.sort()]).toEqual([type, [...codesIn(named!), ...ON_ALL].sort()]);
      const { status } = await query({ sort: { attribute, direction: 'asc' } });
      expect([type, status === 200 ? 'yes' : 'no']).toEqual([type, sortable!.trim()]);
    }
});

it('docs/api.md says of each kind of path where it is allowed', async () => {
  for (const [kind, example, ...cells] of rowsUnder('Paths')) {
    const [, attribute, of] = /`(.+)` of (\w+)/.exec(example!)!;
    const asked = [
      { filter: { attribute, operator: 'is_not_empty' } },
      { fields: [attribute] },
      { sort: { attribute, direction: 'asc' } },
    ];
    const allowed: string[] = [];
    for (const body of asked) {
      const { status } = await rest.admin.post(`/v1/records/${of}/query`, body);
      allowed.push(status === 200 ? 'yes' : 'no');
    }
    expect([kind, allowed]).toEqual([kind, cells.map((cell) => cell.trim().split(',')[0])]);
  }
});

it('docs/api.md shows an error as it is answered', async () => {
  const shown = JSON.parse(blocksOf('docs/api.md', 'json').find((block) => block.includes('"statusCode"'))!) as object;
  const { body } = await rest.admin.post('/v1/records/deals', { data: { close_date: '31.12.2026' } });
  expect(body).toEqual({ ...shown, requestId: expect.any(String) as string });
});

it('docs/api.md calls what an API key may do as the screen does', () => {
  const page = textOf('docs/api.md');
  for (const [capability, words] of Object.entries(KEY_WORDS)) expect(page).toContain(`\`${capability}\` (_${words}_)`);
});

/** Parts of texts are texts, and some operators take lists. */
function operandOf(value: unknown, operator: string): unknown {
  if (operator === 'in' || operator === 'not_in') return [value];
  if (operator === 'between') return [value, value];
  return ['starts_with', 'ends_with', 'contains'].includes(operator) ? 'a' : value;
}
