import type { Scenario } from './scenario.js';
import { bytes } from './scenarios/bytes.js';
import { concurrentCreators } from './scenarios/concurrent-creators.js';
import { createRecord } from './scenarios/create-record.js';
import { getRecord } from './scenarios/get-record.js';
import { listPage } from './scenarios/list-page.js';
import { memory } from './scenarios/memory.js';
import { total } from './scenarios/total.js';
import { updateRecord } from './scenarios/update-record.js';

/** In the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  bytes,
  total,
  getRecord,
  listPage,
  updateRecord,
  createRecord,
  concurrentCreators,
  memory,
];
