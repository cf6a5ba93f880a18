import { compare } from '../compare.js';
import { contact } from '../dataset/contact.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';

export const createRecord: Scenario = {
  name: 'create-record',
  about: 'POST of a record of 15 attributes, against the floor.',
  traffic: {
    create: (world, n) => ({
      method: 'POST',
      path: `/v1/records/${OBJECT}`,
      body: JSON.stringify({ data: contact(n, world) }),
    }),
  },
  run: (bench) => compare(bench, { what: 'POST record, 15 attributes', traffic: 'create', share: 0.9, growth: 1.5 }),
};
