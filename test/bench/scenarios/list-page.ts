import { compare } from '../compare.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';

const PAGES = 200;

export const listPage: Scenario = {
  name: 'list-page',
  about: 'GET of a page of 25 records with the total, one of the first 200 pages, against the floor.',
  traffic: {
    list: (_world, n) => ({ method: 'GET', path: `/v1/records/${OBJECT}?limit=25&offset=${25 * (n % PAGES)}` }),
  },
  run: (bench) => compare(bench, { what: 'list page of 25 with total', traffic: 'list', share: 0.75, growth: 1.1 }),
};
