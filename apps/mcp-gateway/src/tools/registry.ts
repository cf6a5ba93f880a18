import { createRecord } from './create-record.tool.js';
import type { Tool } from './define-tool.js';
import { deleteRecord } from './delete-record.tool.js';
import { getRecord } from './get-record.tool.js';
import { listAttributes } from './list-attributes.tool.js';
import { listObjects } from './list-objects.tool.js';
import { listOptions } from './list-options.tool.js';
import { listStages } from './list-stages.tool.js';
import { searchRecords } from './search-records.tool.js';
import { updateRecord } from './update-record.tool.js';

/** Every tool of the server, in the order clients see them: one import and one line each (contract: Tool server interface). */
export const TOOLS: readonly Tool[] = [
  listObjects,
  listAttributes,
  listOptions,
  listStages,
  getRecord,
  searchRecords,
  createRecord,
  updateRecord,
  deleteRecord,
];
