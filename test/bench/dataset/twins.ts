import type pg from 'pg';
import type { Domain } from '#crm-domain';
import { bulkLoad } from './bulk-load.js';
import { loadSchema } from './prepare.js';
import { pick, randomFrom } from './random.js';

/** People of whom some are there twice. */
export const TWINS = 'twins';
/** One of so many has the phone number and the website of an office. */
const OFFICE = 200;

const SYLLABLES =
  'ba be bo da de di do fa ga ka ki ko la le li lo ma me mi mo na ne no pa ra re ri ro sa se so ta te to va vi'.split(
    ' ',
  );
const ENDS = ['berg', 'ford', 'ini', 'man', 'sen', 'ski', 'son', 'ton', 'vic', 'well'];

interface Person {
  name: string;
  email: string;
  phone: string;
  site: string;
}

/** How a copy differs from its person; whatever is not named is another's. */
type Copy = (person: Person, random: () => number) => Partial<Person>;

const replaced = (text: string, at: number, count: number, put: string) =>
  text.slice(0, at) + put + text.slice(at + count);
/** A place within a name: not its first letter, and not beside the space. */
const within = (name: string, random: () => number) => {
  const at = 1 + Math.floor(random() * (name.length - 2));
  return Math.abs(at - name.indexOf(' ')) < 2 ? name.length - 2 : at;
};
const parts = (name: string) => name.split(' ') as [string, string];

/** Copies that have the same value in another form. */
export const EXACT: Record<string, Copy> = {
  'e-mail in capitals': ({ email }) => ({ email: email.toUpperCase() }),
  'e-mail with a tag': ({ email }) => ({ email: email.replace('@', '+crm@') }),
  'e-mail at Gmail with other dots': ({ email }) => {
    const [local, domain] = email.split('@') as [string, string];
    return { email: domain === 'gmail.com' ? `${local.replaceAll('.', '')}@googlemail.com` : `${local}+x@${domain}` };
  },
  'phone number': ({ phone }) => ({ phone: `+1 (${phone.slice(2, 5)}) ${phone.slice(5)}` }),
  'domain of a website': ({ site }) => ({ site: `http://www.${site}/about?us` }),
};

/** Copies that have a similar name. */
export const NAMES: Record<string, Copy> = {
  'the same name': ({ name }) => ({ name }),
  'a letter left out': ({ name }, random) => ({ name: replaced(name, within(name, random), 1, '') }),
  'a letter too many': ({ name }, random) => ({
    name: replaced(name, within(name, random), 0, pick([...'aeiorst'], random)),
  }),
  'two letters swapped': ({ name }, random) => {
    const at = within(name, random);
    return { name: replaced(name, at, 2, name[at + 1]! + name[at]!) };
  },
  'another letter': ({ name }, random) => ({
    name: replaced(name, within(name, random), 1, pick([...'bcfghuwxyz'], random)),
  }),
  'words turned round': ({ name }) => ({ name: parts(name).toReversed().join(', ') }),
  'an initial': ({ name }) => ({ name: `${name[0]!}. ${parts(name)[1]}` }),
  'a middle name': ({ name }, random) => ({ name: parts(name).join(` ${capital(word(2, random))} `) }),
  accents: ({ name }) => ({ name: name.replace('a', 'á').replace('o', 'ö') }),
};

const COPIES = { ...EXACT, ...NAMES };

export interface Twin {
  kind: string;
  one: string;
  other: string;
}

/** The `data` of person number `n`; each has a name of its own but by chance. */
function person(n: number): Person {
  const random = randomFrom(n);
  const [first, last] = [word(2 + Math.floor(random() * 2), random), word(4, random) + pick(ENDS, random)];
  const isOffice = n % OFFICE === 0;
  return {
    name: `${capital(first)} ${capital(last)}`,
    email: `${first}.${last}.${n}@${pick(['gmail.com', `${last}.com`, 'example.com'], random)}`,
    phone: isOffice ? '+14155550100' : `+1${2_120_000_000 + n}`,
    site: isOffice ? 'example.com' : `${first}-${last}-${n}.com`,
  };
}

/** Copy number `at`, of a person who is in no office. */
function copy(at: number, records: number, copies: number): Person & { kind: string; of: number } {
  const kinds = Object.keys(COPIES);
  const kind = kinds[at % kinds.length]!;
  const of = Math.floor((at * records) / copies / OFFICE) * OFFICE + 1 + (at % (OFFICE - 1));
  const other = person(records + OFFICE * at + 1);
  return { ...other, ...COPIES[kind]!(person(of), randomFrom(-at)), kind, of };
}

/** An object of its own with so many people, and copies of some of them. Gives these. */
export async function loadTwins(
  { domain, pool }: { domain: Domain; pool: pg.Pool },
  api_key: string,
  { records, copies }: { records: number; copies: number },
): Promise<Twin[]> {
  const caller = await domain.apiKeys.identify(api_key, {
    origin: 'rest-api',
    request_id: '00000000-0000-4000-8000-000000000000',
  });
  const nouns = { slug: TWINS, singular_noun: 'Twin', plural_noun: 'Twins' };
  const actor = await domain.access.authorize(caller, 'write:schema');
  await domain.objects.create(actor, nouns);
  for (const [slug, type] of Object.entries({ email: 'email-address', phone: 'phone-number', site: 'website' }))
    await domain.attributes.create(actor, TWINS, { slug, title: slug, type });
  const object = (await loadSchema(pool, caller)).find(TWINS)!;
  const people = await bulkLoad(pool, { caller, object, count: records, input: (n) => ({ ...person(n) }) });
  const made = Array.from({ length: copies }, (_, at) => copy(at, records, copies));
  const input = (n: number) => {
    const { name, email, phone, site } = made[n]!;
    return { name, email, phone, site };
  };
  const ids = await bulkLoad(pool, { caller, object, count: copies, input });
  return made.map(({ kind, of }, at) => ({ kind, one: people[of]!, other: ids[at]! }));
}

function word(syllables: number, random: () => number): string {
  return Array.from({ length: syllables }, () => pick(SYLLABLES, random)).join('');
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
