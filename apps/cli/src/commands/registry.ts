import type { Command } from '../command.js';
import { accountAdd } from './account-add.js';
import { accountDisconnect } from './account-disconnect.js';
import { accountList } from './account-list.js';
import { accountSet } from './account-set.js';
import { apiKeyCreate } from './api-key-create.js';
import { apiKeyList } from './api-key-list.js';
import { apiKeyRevoke } from './api-key-revoke.js';
import { importFile } from './import.js';
import { audit } from './audit.js';
import { check } from './check.js';
import { connectionList } from './connection-list.js';
import { connectionRevoke } from './connection-revoke.js';
import { connectionSet } from './connection-set.js';
import { demo } from './demo.js';
import { distribute } from './distribute.js';
import { doctor } from './doctor.js';
import { devToken } from './dev-token.js';
import { events } from './events.js';
import { personErase } from './person-erase.js';
import { personExport } from './person-export.js';
import { exportData } from './export.js';
import { memberAdd } from './member-add.js';
import { memberList } from './member-list.js';
import { memberRemove } from './member-remove.js';
import { migrate } from './migrate.js';
import { restore } from './restore.js';
import { schemaApply, schemaPlan } from './schema-plan.js';
import { schemaPull } from './schema-pull.js';
import { sqlViews } from './sql-views.js';
import { tenantIsolate } from './tenant-isolate.js';
import { tenantMove } from './tenant-move.js';
import { types } from './types.js';
import { up } from './up.js';
import { workspaceCreate } from './workspace-create.js';
import { workspaceList } from './workspace-list.js';
import { workspaceSet } from './workspace-set.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  up,
  migrate,
  doctor,
  check,
  distribute,
  tenantMove,
  tenantIsolate,
  workspaceCreate,
  workspaceList,
  workspaceSet,
  memberAdd,
  memberList,
  memberRemove,
  apiKeyCreate,
  apiKeyList,
  apiKeyRevoke,
  connectionList,
  connectionSet,
  connectionRevoke,
  importFile,
  audit,
  events,
  exportData,
  restore,
  sqlViews,
  personExport,
  personErase,
  accountAdd,
  accountList,
  accountSet,
  accountDisconnect,
  schemaPull,
  schemaPlan,
  schemaApply,
  types,
  devToken,
  demo,
];
