import { compare } from '../compare.js';
import { pick, randomFrom } from '../dataset/random.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';

export const getRecord: Scenario = {
  name: 'get-record',
  about: 'GET of one record of 15 attributes, against the floor.',
  traffic: {
    get: (world, n) => ({ method: 'GET', path: `/v1/records/${OBJECT}/${pick(world.contacts, randomFrom(n))}` }),
  },
  run: (bench) => compare(bench, { what: 'GET record', traffic: 'get', share: 0.85, growth: 1.1 }),
};
