import type { AttributeType } from '#crm-domain';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { Upload } from './support/upload.js';

const OPTIONS = [{ title: 'Hot' }, { title: '=Cold' }, { title: '[mild]' }];
const LINES = ' =1+1\n"quoted"; one, two\t\r\n';
const LONDON = {
  line1: '12 St James Sq',
  line2: '+1 Floor',
  city: 'London',
  state: '',
  postal_code: '01',
  country: 'GB',
};
const FRANCE = { line1: '', city: '', state: '', postal_code: '', country: 'FR' };

/** Values of each type; the first may stand for a person, a company and a member of the workspace. */
type Values = Record<AttributeType, readonly unknown[]>;

describe('What was exported and is imported into the same schema', () => {
  let rest: Rest;
  let from: AnObject;
  let to: AnObject;
  let values: Values;
  beforeAll(async () => {
    rest = await Rest.start();
    values = await someValues();
    [from, to] = [await anObjectOfAll(), await anObjectOfAll()];
    for (let at = 0; at < 4; at++) await aRecord(rest, from, dataOf(at));
  });
  afterAll(() => rest.stop());

  it.each(['csv', 'ndjson'] as const)('is the same in every type of value, from %s', async (format) => {
    const own = format === 'csv' ? to : await anObjectOfAll();
    const upload = await Upload.of(rest.admin, { object: own.slug, name: `a.${format}` }, await exported(from, format));
    const { mapping, failure } = await upload.get();
    expect(failure).toBeNull();
    expect(new Set(mapping!.columns.map(({ attribute }) => attribute)).size).toBe(attributes().length + 1);
    const { errors, rows } = await upload.run(mapping!);
    expect({ errors, created: rows.created }).toEqual({ errors: [], created: 4 });
    expect(await valuesOf(own)).toEqual(await valuesOf(from));
  });

  async function someValues(): Promise<Values> {
    const company = await aRecord(rest, { slug: 'companies' }, { name: '=Quiet, Harbour' });
    const person = await aRecord(rest, { slug: 'people' }, { name: 'Ada Example' });
    const { user_id } = await rest.domain.workspaces.addMember({
      workspace_id: rest.workspace_id,
      subject: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
    });
    const toCompany = { type: 'companies', id: company.id.record_id };
    return {
      name: ["'-Dash", 'Plain'],
      'personal-name': [
        { first_name: 'Mary Ann', last_name: 'van Dyk' },
        { first_name: '=Plato', last_name: '' },
      ],
      website: ['https://example.com/a,b', 'example.org'],
      'email-address': ['Ada@example.com', '+tag@example.com'],
      text: [LINES, "'=1", '["a"]', '{"a": 1}'],
      date: ['2026-02-28', '0999-12-31'],
      timestamp: ['2026-02-28T09:30:00.123Z', '1969-07-20T20:17:40.000Z'],
      number: [-17.25, 1e300, 1234567.125, 5e-7],
      checkbox: [true, false],
      select: ['Hot', '=Cold', '[mild]'],
      'multi-select': ['=Cold', '[mild]', 'Hot'],
      currency: [
        { currency_value: -1250.5, currency_code: 'EUR' },
        { currency_value: 0, currency_code: 'JPY' },
      ],
      'record-reference': [toCompany, { type: 'people', id: person.id.record_id }],
      'actor-reference': [{ type: 'user', id: user_id }],
      location: [LONDON, FRANCE],
      'phone-number': ['+493012345678', { phone_number: '+14155550100', country_code: 'CA' }],
      pipeline: ['Hot', '=Cold'],
      relationship: [toCompany],
    };
  }

  /** Each type by itself, and as one that holds several where it can. */
  function attributes(): { type: AttributeType; slug: string; is_multi_select?: true }[] {
    const types = Object.keys(values) as AttributeType[];
    const several = [
      'text',
      'website',
      'email-address',
      'location',
      'phone-number',
      'record-reference',
      'actor-reference',
    ];
    return types.flatMap((type) => {
      const slug = type.replace('-', '_');
      const one = { type, slug: `${slug}_one` };
      return several.includes(type) ? [one, { type, slug: `${slug}_many`, is_multi_select: true as const }] : [one];
    });
  }

  async function anObjectOfAll(): Promise<AnObject> {
    const object = await anObject(rest);
    const relationship = { target_object_id: 'companies', inverse_title: 'Things', cardinality: 'many-to-many' };
    const settings: Partial<Record<AttributeType, object>> = {
      select: { options: OPTIONS },
      'multi-select': { options: OPTIONS },
      pipeline: { stages: OPTIONS },
      relationship: { relationship },
    };
    for (const attribute of attributes())
      await anAttribute(rest, object, { ...attribute, ...settings[attribute.type] });
    return object;
  }

  /** One value, then another one; of several, all, then one that looks like a list. */
  function dataOf(at: number): Record<string, unknown> {
    const data: Record<string, unknown> = { name: `Record ${at}` };
    for (const { type, slug, is_multi_select } of attributes()) {
      const all = values[type];
      const isAll = at % 2 === 0 && (is_multi_select || type === 'multi-select');
      data[slug] = isAll ? all : all[at % all.length];
    }
    return data;
  }

  async function exported(object: AnObject, format: 'csv' | 'ndjson'): Promise<string> {
    let text = '';
    const sink = { begin: async () => undefined, write: async (piece: string) => void (text += piece) };
    await rest.domain.exports.stream(rest.workspace_id, { object: object.slug, format }, sink);
    return text;
  }

  async function valuesOf(object: AnObject): Promise<unknown[]> {
    const lines = (await exported(object, 'ndjson')).trimEnd().split('\n');
    return lines.map((line) => (JSON.parse(line) as { values: unknown }).values);
  }
});
