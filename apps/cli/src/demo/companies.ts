import { PLACES, STREETS, type Place } from './places.js';
import type { Random } from './random.js';
import { COMPANY_STEMS, TRADES } from './words.js';

export interface DemoCompany {
  values: {
    name: string;
    domains: string[];
    description: string;
    location: Address;
    employee_count: number;
  };
  place: Place;
  /** What follows the @ in its people's addresses. */
  host: string;
}

export interface Address {
  line1: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
}

const SIZES = [6, 12, 18, 25, 40, 64, 85, 120, 190, 260, 420, 750, 1300] as const;
const RESERVED = ['example.com', 'example.net', 'example.org'] as const;

/** Fifty firms, each with a web address of its own below a domain reserved for examples. */
export function companies(random: Random, tag: string): DemoCompany[] {
  return random.shuffled(COMPANY_STEMS).map((stem) => {
    const [trade, about] = random.pick(TRADES);
    const place = random.pick(PLACES);
    const host = `${stem.toLowerCase()}${tag && `-${tag}`}.${random.pick(RESERVED)}`;
    const values = {
      name: `${stem} ${trade}`,
      domains: [host],
      description: about,
      location: address(random, place),
      employee_count: random.pick(SIZES) + random.between(0, 5),
    };
    return { values, place, host };
  });
}

/** Some house in the city. */
export function address(random: Random, { city, state, postal_code, country }: Place): Address {
  return { line1: `${random.between(1, 180)} ${random.pick(STREETS)}`, city, state, postal_code, country };
}
