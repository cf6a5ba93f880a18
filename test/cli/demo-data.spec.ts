import { VALUE_TYPES, type AttributeType } from '#crm-domain';
import { demoData, type DemoData } from '../../apps/cli/src/demo/demo-data.js';

const TODAY = '2026-03-01';
const data = demoData({ today: TODAY });
const all = [...data.companies, ...data.people, ...data.deals];
const NO_SURROUNDINGS = {
  choices: [],
  allowedObjectIds: [],
  findObjectId: () => undefined,
  objectSlug: () => undefined,
};
const RESERVED = /(^|[.@])example\.(com|net|org)$/;

const TYPES: Record<keyof DemoData, Record<string, AttributeType>> = {
  companies: { name: 'name', domains: 'website', description: 'text', location: 'location', employee_count: 'number' },
  people: {
    name: 'personal-name',
    email_addresses: 'email-address',
    phone_numbers: 'phone-number',
    job_title: 'text',
    location: 'location',
    description: 'text',
  },
  deals: { name: 'name', value: 'currency', close_date: 'date' },
};

it('is the same every time', () => {
  expect(demoData({ today: TODAY })).toEqual(data);
});

it('has about two hundred records', () => {
  expect([data.companies.length, data.people.length, data.deals.length]).toEqual([50, 120, 40]);
});

it.each(['companies', 'people', 'deals'] as const)('holds what the value types accept: %s', (object) => {
  for (const { values } of data[object]) {
    for (const [slug, type] of Object.entries(TYPES[object])) {
      for (const input of [(values as Record<string, unknown>)[slug]].flat()) {
        expect(() => VALUE_TYPES[type].parse(input, NO_SURROUNDINGS)).not.toThrow();
      }
    }
  }
});

it('reaches nobody: addresses of example domains, numbers that are kept for fiction', () => {
  const hosts = data.companies.flatMap(({ values }) => values.domains);
  const emails = data.people.flatMap(({ values }) => values.email_addresses);
  for (const address of [...hosts, ...emails]) expect(address).toMatch(RESERVED);
  const phones = data.people.flatMap(({ values }) => values.phone_numbers);
  expect(phones.length).toBeGreaterThan(40);
  for (const phone of phones) expect(phone).toMatch(/^\+1\d{3}55501\d{2}$/);
  expect(JSON.stringify(all)).not.toMatch(/https?:|@(?![\w.-]*example\.)/);
});

it('has no two records that could be taken for one', () => {
  const names = data.people.map(({ values: { name } }) => `${name.first_name} ${name.last_name}`);
  const lists = [
    names,
    data.people.flatMap(({ values }) => values.email_addresses),
    data.people.flatMap(({ values }) => values.phone_numbers),
    data.companies.map(({ values }) => values.name),
    data.companies.flatMap(({ values }) => values.domains),
  ];
  for (const list of lists) expect(new Set(list).size).toBe(list.length);
});

it('shares no address with a set of another tag', () => {
  const addresses = ({ companies, people }: DemoData) => [
    ...companies.flatMap(({ values }) => values.domains),
    ...people.flatMap(({ values }) => values.email_addresses),
  ];
  const other = new Set(addresses(demoData({ today: TODAY, tag: '7f3a' })));
  expect(addresses(data).filter((address) => other.has(address))).toEqual([]);
  for (const address of other) expect(address).toMatch(RESERVED);
});

it('links deals to a firm and to people of that firm', () => {
  for (const { company, people } of data.deals) {
    expect(people.length).toBeGreaterThan(0);
    for (const at of people) expect(data.people[at]!.company).toBe(company);
  }
  expect(data.people.filter(({ company }) => company === null).length).toBeGreaterThan(0);
  for (const at of data.companies.keys()) expect(data.people.some(({ company }) => company === at)).toBe(true);
});

it('spreads deals over the pipeline and over currencies; what is closed lies behind, the rest ahead', () => {
  const stages = new Set(data.deals.map(({ values }) => values.stage));
  expect(stages).toEqual(new Set(['Lead', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost']));
  expect(new Set(data.deals.map(({ values }) => values.value.currency_code)).size).toBeGreaterThan(3);
  for (const { values } of data.deals) {
    const isClosed = values.stage === 'Won' || values.stage === 'Lost';
    expect(values.close_date < TODAY).toBe(isClosed);
    expect(values.value.currency_value).toBeGreaterThan(0);
  }
});
