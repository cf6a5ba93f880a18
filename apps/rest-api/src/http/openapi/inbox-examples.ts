const id = '0199a0c0-0000-7000-8000-000000000011';
const message_id = '0199a0c0-0000-7000-8000-000000000012';
const record_id = '0199a0c0-0000-7000-8000-000000000004';
const at = '2026-01-15T09:30:00.000Z';
const address = 'ines@example.com';

const matched = { match: 'record', object: 'people', record_id, display_name: 'Ines Example' };
const conversation = {
  id,
  channel: 'gmail',
  external_id: '18d0c0ffee000001',
  archived_at: null,
  last_read_at: null,
  starred_at: null,
  unread: true,
  last_activity_at: at,
  subject: 'The new pier',
  begun_here: false,
  people: [{ address, display_name: 'Ines Example' }],
};
const message = {
  id: message_id,
  channel: 'gmail',
  direction: 'inbound',
  status: 'sent',
  from_outside: true,
  from: { address, ...matched },
  to: [{ address: 'ada@example.com', role: 'to', match: 'none' }],
  cc: [],
  subject: 'The new pier',
  body: 'When can we meet?',
  reply_to: null,
  attachments: [{ filename: 'pier.pdf', content_type: 'application/pdf', size: 48213 }],
  created_at: at,
  sent_at: at,
};
const via = {
  origin: 'mcp',
  connection_id: '0199a0c0-0000-7000-8000-000000000013',
  client_name: 'Example Assistant',
};
const recipient = { address, role: 'to', ...matched };

/** One example of each thing about conversations that the API answers with. */
export const INBOX_EXAMPLES: Record<string, object> = {
  Conversation: conversation,
  ChangedConversation: { ...conversation, last_read_at: at, unread: false, blocked: false },
  RecordConversation: { ...conversation, in_my_inbox: true },
  Thread: { ...conversation, messages: [message] },
  Message: message,
  Block: {
    id: '0199a0c0-0000-7000-8000-000000000014',
    type: 'person',
    channels: ['gmail', 'outlook'],
    address: 'offers@example.com',
    conversation_id: null,
    created_at: at,
  },
  DeletedBlock: { id: '0199a0c0-0000-7000-8000-000000000014', deleted: true },
  Draft: {
    draft_id: message_id,
    conversation_id: id,
    version: 1,
    channel: 'gmail',
    subject: 'Re: The new pier',
    body: 'Tuesday at ten.',
    reply_to: '0199a0c0-0000-7000-8000-000000000015',
    to: [recipient],
    cc: [],
    created_at: at,
    updated_at: at,
    created_via: via,
    updated_via: via,
    approval_asked_at: at,
  },
  WrittenDraft: { draft_id: message_id, recipients: [recipient], conversation_id: id, version: 1 },
  DeletedDraft: { draft_id: message_id, deleted: true },
  SentDraft: { id: message_id, status: 'accepted', conversation_id: id },
};
