import type { DemoCompany } from './companies.js';
import type { DemoPerson } from './people.js';
import { OFFERS } from './phrases.js';
import type { Random } from './random.js';

export interface DemoDeal {
  values: {
    name: string;
    stage: string;
    value: { currency_value: number; currency_code: string };
    close_date: string;
  };
  company: number;
  people: number[];
}

interface Scene {
  firms: readonly DemoCompany[];
  persons: readonly DemoPerson[];
  today: string;
}

/** How many deals stand where in the pipeline. */
const STAGES = { Lead: 8, Qualified: 8, Proposal: 7, Negotiation: 5, Won: 7, Lost: 5 } as const;
const DAY = 86_400_000;
/** What an amount in dollars is in the currency, roughly, and to what it is rounded. */
const RATES: Record<string, [rate: number, step: number]> = { JPY: [150, 10_000], SEK: [10, 1000] };

/** Forty deals with firms of the list; what is won or lost closed lately, the rest is to close soon. */
export function deals(random: Random, { firms, persons, today }: Scene): DemoDeal[] {
  const stages = random.shuffled(
    Object.entries(STAGES).flatMap(([stage, count]) => Array.from({ length: count }, () => stage)),
  );
  const chosen = random.shuffled(firms.map((_, at) => at));
  return stages.map((stage, at) => {
    const company = chosen[at % chosen.length]!;
    const firm = firms[company]!;
    const closed = stage === 'Won' || stage === 'Lost';
    const days = closed ? -random.between(2, 160) : random.between(5, 140);
    const values = {
      name: `${firm.values.name}: ${random.pick(OFFERS)}`,
      stage,
      value: amount(random, firm.place.currency),
      close_date: new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10),
    };
    return { values, company, people: contacts(random, persons, company) };
  });
}

function amount(random: Random, currency_code: string): DemoDeal['values']['value'] {
  const [rate, step] = RATES[currency_code] ?? [1, 50];
  const dollars = random.pick([1200, 3500, 4800, 7500, 12_000, 18_500, 26_000, 44_000, 68_000, 120_000]);
  const exact = dollars * rate * (0.8 + random.next() * 0.5);
  return { currency_value: Math.round(exact / step) * step, currency_code };
}

function contacts(random: Random, persons: readonly DemoPerson[], company: number): number[] {
  const colleagues = persons.flatMap((person, at) => (person.company === company ? [at] : []));
  return random.shuffled(colleagues).slice(0, random.between(1, 2));
}
