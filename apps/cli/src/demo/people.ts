import { address, type Address, type DemoCompany } from './companies.js';
import { JOB_TITLES, MEETINGS, REMARKS } from './phrases.js';
import { PLACES } from './places.js';
import type { Random } from './random.js';
import { FIRST_NAMES, LAST_NAMES } from './words.js';

export interface DemoPerson {
  values: {
    name: { first_name: string; last_name: string };
    email_addresses: string[];
    phone_numbers: string[];
    job_title: string;
    location: Address;
    description: string;
  };
  /** Place of their company in the list; null for those who work for themselves. */
  company: number | null;
}

const PEOPLE = 120;
const ON_THEIR_OWN = 8;

/** 120 people: at least two in each firm, the last few without one. */
export function people(random: Random, firms: readonly DemoCompany[], tag: string): DemoPerson[] {
  const names = distinctNames(random);
  const phones = new Phones();
  return names.map(([first_name, last_name], at) => {
    const company = companyOf(random, at, firms.length);
    const firm = company === null ? undefined : firms[company];
    const place = firm && random.chance(0.85) ? firm.place : random.pick(PLACES);
    const mailbox = `${plain(first_name)}.${plain(last_name)}`;
    const own = `${mailbox}${tag && `+${tag}`}@example.org`;
    const emails = firm ? [`${mailbox}@${firm.host}`, ...(random.chance(0.15) ? [own] : [])] : [own];
    const values = {
      name: { first_name, last_name },
      email_addresses: emails,
      phone_numbers: place.area ? [phones.next(place.area)] : [],
      job_title: firm ? random.pick(JOB_TITLES) : 'Independent consultant',
      location: address(random, place),
      description: `${random.pick(MEETINGS)} ${random.pick(REMARKS)}`,
    };
    return { values, company };
  });
}

function companyOf(random: Random, at: number, firms: number): number | null {
  if (at >= PEOPLE - ON_THEIR_OWN) return null;
  return at < 2 * firms ? at % firms : random.between(0, firms - 1);
}

function distinctNames(random: Random): [string, string][] {
  const lasts = [...random.shuffled(LAST_NAMES), ...random.shuffled(LAST_NAMES)].slice(0, PEOPLE);
  const firsts = [...random.shuffled(FIRST_NAMES), ...random.shuffled(FIRST_NAMES)];
  const taken = new Set<string>();
  return lasts.map((last) => {
    const at = firsts.findIndex((first) => !taken.has(`${first} ${last}`));
    const [first] = firsts.splice(at, 1);
    taken.add(`${first} ${last}`);
    return [first!, last];
  });
}

/** Numbers 555-0100 to 555-0199 of an area are kept free for stories like this one. */
class Phones {
  private readonly used = new Map<string, number>();

  next(area: string): string {
    const line = this.used.get(area) ?? 0;
    this.used.set(area, line + 1);
    return `+1${area}55501${String((line * 7 + 23) % 100).padStart(2, '0')}`;
  }
}

/** Letters as they stand in an address. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z-]/gi, '')
    .toLowerCase();
}
