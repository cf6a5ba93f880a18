import { aggregateRecords } from './catalog/aggregate-records.tool.js';
import { batchRecords } from './catalog/batch-records.tool.js';
import { createDraft } from './catalog/create-draft.tool.js';
import { createRecord } from './catalog/create-record.tool.js';
import type { Tool } from './define-tool.js';
import { deleteDraft } from './catalog/delete-draft.tool.js';
import { deleteRecord } from './catalog/delete-record.tool.js';
import { fetchDocument } from './catalog/fetch.tool.js';
import { findDuplicates } from './catalog/find-duplicates.tool.js';
import { getConversation } from './catalog/get-conversation.tool.js';
import { getRecord } from './catalog/get-record.tool.js';
import { getRecords } from './catalog/get-records.tool.js';
import { getTimeline } from './catalog/get-timeline.tool.js';
import { listAttributes } from './catalog/list-attributes.tool.js';
import { listConversations } from './catalog/list-conversations.tool.js';
import { listMembers } from './catalog/list-members.tool.js';
import { listObjects } from './catalog/list-objects.tool.js';
import { listOptions } from './catalog/list-options.tool.js';
import { listRecordConversations } from './catalog/list-record-conversations.tool.js';
import { listStages } from './catalog/list-stages.tool.js';
import { listViews } from './catalog/list-views.tool.js';
import { mergeRecords } from './catalog/merge-records.tool.js';
import { search } from './catalog/search.tool.js';
import { searchRecords } from './catalog/search-records.tool.js';
import { sendMessage } from './catalog/send-message.tool.js';
import { undoChanges } from './catalog/undo-changes.tool.js';
import { updateDraft } from './catalog/update-draft.tool.js';
import { updateRecord } from './catalog/update-record.tool.js';
import { upsertRecord } from './catalog/upsert-record.tool.js';

/**
 * Every tool of the server, in the order clients see them: one import and one line each (contract: Tool server
 * interface).
 */
export const TOOLS: readonly Tool[] = [
  listObjects,
  listAttributes,
  listOptions,
  listStages,
  listViews,
  listMembers,
  getRecord,
  getRecords,
  searchRecords,
  aggregateRecords,
  search,
  fetchDocument,
  getTimeline,
  listConversations,
  getConversation,
  listRecordConversations,
  createRecord,
  updateRecord,
  upsertRecord,
  deleteRecord,
  batchRecords,
  findDuplicates,
  mergeRecords,
  undoChanges,
  createDraft,
  updateDraft,
  deleteDraft,
  sendMessage,
];
