import { compareTools } from '../compare-tools.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';
import { toolCall } from '../tools/requests.js';

const PAGES = 200;

export const callSearchRecords: Scenario = {
  name: 'call-search-records',
  about: 'tools/call search_records of 25, one of the first 200 pages, against a bare JSON-RPC responder.',
  traffic: {
    'call-search': (world, n) =>
      toolCall(world, 'search_records', { object: OBJECT, limit: 25, offset: 25 * (n % PAGES) }),
  },
  run: (bench) => compareTools(bench, { what: 'tools/call search_records of 25', traffic: 'call-search' }),
};
