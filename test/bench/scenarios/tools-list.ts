import { compareTools } from '../compare-tools.js';
import type { Scenario } from '../scenario.js';
import { toolRequest } from '../tools/requests.js';

export const toolsList: Scenario = {
  name: 'tools-list',
  about: 'tools/list, against a bare JSON-RPC responder.',
  traffic: { 'tools-list': (world, n) => toolRequest(world, 'tools/list', n) },
  run: (bench) => compareTools(bench, { what: 'tools/list', traffic: 'tools-list' }),
};
