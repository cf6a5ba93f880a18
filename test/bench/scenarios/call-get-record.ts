import { compareTools } from '../compare-tools.js';
import { pick, randomFrom } from '../dataset/random.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';
import { toolCall } from '../tools/requests.js';

export const callGetRecord: Scenario = {
  name: 'call-get-record',
  about: 'tools/call get_record, against the REST floor and a bare JSON-RPC responder.',
  traffic: {
    'call-get': (world, n) =>
      toolCall(world, 'get_record', { object: OBJECT, record_id: pick(world.contacts, randomFrom(n)) }),
  },
  run: (bench) =>
    compareTools(bench, { what: 'tools/call get_record', traffic: 'call-get', rest: { traffic: 'get', share: 0.6 } }),
};
