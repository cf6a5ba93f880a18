import { createDraft } from './create-draft.tool.js';
import { createRecord } from './create-record.tool.js';
import type { Tool } from './define-tool.js';
import { deleteDraft } from './delete-draft.tool.js';
import { deleteRecord } from './delete-record.tool.js';
import { getConversation } from './get-conversation.tool.js';
import { getRecord } from './get-record.tool.js';
import { listAttributes } from './list-attributes.tool.js';
import { listConversations } from './list-conversations.tool.js';
import { listObjects } from './list-objects.tool.js';
import { listOptions } from './list-options.tool.js';
import { listRecordConversations } from './list-record-conversations.tool.js';
import { listStages } from './list-stages.tool.js';
import { searchRecords } from './search-records.tool.js';
import { sendMessage } from './send-message.tool.js';
import { updateDraft } from './update-draft.tool.js';
import { updateRecord } from './update-record.tool.js';

/** Every tool of the server, in the order clients see them: one import and one line each (contract: Tool server interface). */
export const TOOLS: readonly Tool[] = [
  listObjects,
  listAttributes,
  listOptions,
  listStages,
  getRecord,
  searchRecords,
  listConversations,
  getConversation,
  listRecordConversations,
  createRecord,
  updateRecord,
  deleteRecord,
  createDraft,
  updateDraft,
  deleteDraft,
  sendMessage,
];
