import { companies, type DemoCompany } from './companies.js';
import { deals, type DemoDeal } from './deals.js';
import { people, type DemoPerson } from './people.js';
import { Random } from './random.js';

/** Records that refer to each other by their place in the list. */
export interface DemoData {
  companies: DemoCompany[];
  people: DemoPerson[];
  deals: DemoDeal[];
}

export interface DemoOptions {
  /** The day around which deals close, `YYYY-MM-DD`. */
  today: string;
  /** Goes into every address, so that a second set can stand beside the first. */
  tag?: string;
}

const SEED = 20_260_101;

/** Fictional records, the same for the same options; nobody can be reached at any of their addresses or numbers. */
export function demoData({ today, tag = '' }: DemoOptions): DemoData {
  const random = new Random(SEED);
  const firms = companies(random, tag);
  const persons = people(random, firms, tag);
  return { companies: firms, people: persons, deals: deals(random, { firms, persons, today }) };
}
