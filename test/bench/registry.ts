import type { Scenario } from './scenario.js';
import { batches } from './scenarios/batches.js';
import { bytes } from './scenarios/bytes.js';
import { callGetRecord } from './scenarios/call-get-record.js';
import { callSearchRecords } from './scenarios/call-search-records.js';
import { citus } from './scenarios/citus.js';
import { concurrentCreators } from './scenarios/concurrent-creators.js';
import { conversations } from './scenarios/conversations.js';
import { createRecord } from './scenarios/create-record.js';
import { dryRun } from './scenarios/dry-run.js';
import { duplicates } from './scenarios/duplicates.js';
import { delivery } from './scenarios/delivery.js';
import { directus } from './scenarios/directus.js';
import { filesAndStreams } from './scenarios/files-and-streams.js';
import { gatewayAlone } from './scenarios/gateway-alone.js';
import { getRecord } from './scenarios/get-record.js';
import { hostileQueries } from './scenarios/hostile.js';
import { listPage } from './scenarios/list-page.js';
import { memory } from './scenarios/memory.js';
import { outbox } from './scenarios/outbox.js';
import { overload } from './scenarios/overload.js';
import { QUERIES } from './scenarios/queries.js';
import { queryShares } from './scenarios/query-shares.js';
import { toolsList } from './scenarios/tools-list.js';
import { total } from './scenarios/total.js';
import { undo } from './scenarios/undo.js';
import { updateRecord } from './scenarios/update-record.js';
import { upsertRecord } from './scenarios/upsert-record.js';
import { webhooks } from './scenarios/webhooks.js';

/** In the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  bytes,
  total,
  getRecord,
  listPage,
  ...QUERIES,
  queryShares,
  hostileQueries,
  // Before those that write: an undo looks through what was written in the minutes around it.
  undo,
  updateRecord,
  createRecord,
  upsertRecord,
  dryRun,
  batches,
  concurrentCreators,
  outbox,
  gatewayAlone,
  callGetRecord,
  callSearchRecords,
  toolsList,
  conversations,
  duplicates,
  filesAndStreams,
  delivery,
  webhooks,
  overload,
  directus,
  citus,
  memory,
];
