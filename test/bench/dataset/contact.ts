import { pick, randomFrom, words } from './random.js';
import type { World } from './world.js';

export const STAGES = ['New', 'Contacted', 'Meeting', 'Proposal', 'Won', 'Lost'];
const TAGS = ['Press', 'Partner', 'Investor', 'Supplier', 'Alumni', 'Speaker', 'Newsletter', 'Beta'];
const CURRENCIES = ['EUR', 'USD', 'GBP'];
const DAY = 86_400_000;

/** No contact of a scenario has this number. */
export const NUMBER_OF_NOBODY = 9_000_000;

/** The attributes beside `name`, which every object has: 15 in all, 13 of them indexed. */
export const ATTRIBUTES = [
  { slug: 'email', title: 'E-mail', type: 'email-address', is_unique: true },
  { slug: 'phone', title: 'Phone', type: 'phone-number' },
  { slug: 'title', title: 'Title', type: 'text' },
  { slug: 'bio', title: 'Biography', type: 'text' },
  { slug: 'birthday', title: 'Birthday', type: 'date' },
  { slug: 'last_seen', title: 'Last seen', type: 'timestamp' },
  { slug: 'score', title: 'Score', type: 'number' },
  { slug: 'subscribed', title: 'Subscribed', type: 'checkbox' },
  { slug: 'stage', title: 'Stage', type: 'pipeline', stages: STAGES.map((title) => ({ title })) },
  { slug: 'tags', title: 'Tags', type: 'multi-select', options: TAGS.map((title) => ({ title })) },
  { slug: 'budget', title: 'Budget', type: 'currency' },
  { slug: 'owner', title: 'Owner', type: 'actor-reference' },
  { slug: 'company', title: 'Company', type: 'record-reference' },
  { slug: 'address', title: 'Address', type: 'location' },
];

/**
 * The `data` of contact number `n`, as one would send it. The same for the same number; e-mail addresses never meet.
 */
export function contact(n: number, world: Pick<World, 'companies' | 'owner'>) {
  const random = randomFrom(n);
  const [first, last] = words(2, random) as [string, string];
  const at = Math.floor(random() * world.companies.length);
  return {
    name: `${capital(first)} ${capital(last)}`,
    email: `${first}.${last}.${n}@${last}${at % 977}.com`,
    phone: `+1415${String(2_000_000 + Math.floor(random() * 7_999_999))}`,
    title: capital(words(2, random).join(' ')),
    bio: `${capital(words(26, random).join(' '))}.`,
    birthday: new Date(Math.floor(random() * 18_000) * DAY).toISOString().slice(0, 10),
    last_seen: new Date(1_600_000_000_000 + Math.floor(random() * 1.5e11)).toISOString(),
    score: Math.floor(random() * 1_000_000) / 100,
    subscribed: random() < 0.5,
    stage: pick(STAGES, random),
    tags: [TAGS[Math.floor(random() * 4)]!, TAGS[4 + Math.floor(random() * 4)]!],
    budget: { currency_value: Math.floor(random() * 1_000_000), currency_code: pick(CURRENCIES, random) },
    owner: { type: 'user', id: world.owner },
    company: { type: 'companies', id: world.companies[at]! },
    address: address(random),
  };
}

export type Contact = ReturnType<typeof contact>;

/** The `data` of a change of two indexed attributes. */
export function change(n: number) {
  const random = randomFrom(n);
  return { title: capital(words(2, random).join(' ')), score: Math.floor(random() * 1_000_000) / 100 };
}

export function company(n: number) {
  const random = randomFrom(n);
  const [name] = words(1, random) as [string];
  return {
    name: `${capital(name)} ${pick(['Ltd', 'GmbH', 'Inc', 'SA'], random)}`,
    domains: [`https://${name}-${n}.com`],
    description: `${capital(words(12, random).join(' '))}.`,
    location: address(random),
    employee_count: Math.floor(random() * 5000),
  };
}

function address(random: () => number) {
  const [street, city] = words(2, random) as [string, string];
  const line1 = `${1 + Math.floor(random() * 200)} ${capital(street)} Street`;
  return {
    line1,
    city: capital(city),
    state: 'CA',
    postal_code: String(90_000 + Math.floor(random() * 9999)),
    country: 'US',
  };
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
