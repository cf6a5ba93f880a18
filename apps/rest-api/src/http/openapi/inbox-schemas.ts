import { CHANNELS } from '#crm-domain/messaging';
import { PAGE, count, flag, maybeText, maybeTime, object, text, time, uuid } from './json-schema.js';
import { VERSION } from './version-schemas.js';

const channel = { type: 'string', enum: [...CHANNELS] };
const match = {
  match: {
    type: 'string',
    enum: ['record', 'none'],
    description:
      'Whether a record has the address; if so, `object`, `record_id` and `display_name` are those of the record.',
  },
  'object?': text,
  'record_id?': uuid,
  'display_name?': maybeText,
};
const recipient = object({ address: text, role: { type: 'string', enum: ['to', 'cc'] }, ...match });
const recipients = { type: 'array', items: recipient };
const via = object({
  origin: { type: 'string', enum: ['rest-api', 'mcp', 'console', 'cli', 'system'] },
  connection_id: { ...maybeText, description: 'The connection, if a client was used.' },
  client_name: { ...maybeText, description: 'What that client calls itself. It is not verified.' },
});
const maybeVia = (description: string) => ({ anyOf: [via, { type: 'null' }], description });

const conversation = {
  id: uuid,
  channel,
  external_id: maybeText,
  archived_at: maybeTime,
  last_read_at: maybeTime,
  starred_at: maybeTime,
  unread: { type: ['boolean', 'null'] },
  last_activity_at: time,
  subject: maybeText,
  begun_here: { type: ['boolean', 'null'], description: 'Whether this workspace started it.' },
  people: {
    type: 'array',
    items: object({ address: text, display_name: maybeText }),
    description: 'Who else takes part; only the first ones if there are many.',
  },
};

const message = object({
  id: uuid,
  channel,
  direction: { type: 'string', enum: ['inbound', 'outbound'] },
  status: { type: 'string', enum: ['draft', 'pending', 'sent', 'failed'] },
  from_outside: {
    ...flag,
    description: 'Whether it was written elsewhere: by somebody outside, or in the mailbox itself.',
  },
  from: { anyOf: [object({ address: text, ...match }), { type: 'null' }] },
  'reply_addresses?': {
    type: 'array',
    items: text,
    description: 'Where the sender wants replies (Reply-To), if not at `from`.',
  },
  'author?': object({ id: uuid, name: text }),
  to: recipients,
  cc: recipients,
  subject: maybeText,
  body: text,
  'shortened?': { const: true, description: 'Something is left out; `GET .../messages/{message}` shows it.' },
  'next_offset?': { ...count, description: 'The text goes on: the `offset` of its next part.' },
  reply_to: maybeText,
  attachments: {
    type: 'array',
    items: object({ filename: text, content_type: text, size: count }),
    description: 'Without their content.',
  },
  created_at: time,
  'created_via?': { ...via, description: 'Through what it was drafted, if that was here.' },
  'updated_via?': { ...via, description: 'Through what it was last changed while it was a draft.' },
  'version?': { ...VERSION, description: 'Only of drafts: the number of its writes.' },
  'updated_at?': { ...time, description: 'Only of drafts.' },
  'approval_asked_at?': { ...time, description: 'Only of drafts that wait for you to send them.' },
  'queued_at?': time,
  'sent_at?': time,
  'delivered_at?': time,
  'read_at?': time,
  'failure_code?': {
    ...text,
    description:
      'Beside `sent`: the provider accepted it and could not deliver it. `outcome_unknown`: it may have been delivered; look before you send it again.',
  },
  'failure_detail?': text,
});

/** Conversations and drafts as people read them. */
export const INBOX: Record<string, object> = {
  Conversation: object(conversation),
  ChangedConversation: object({ ...conversation, blocked: flag }),
  RecordConversation: object({
    ...conversation,
    in_my_inbox: { ...flag, description: 'If false, nothing private is shown, and getting the conversation is 404.' },
  }),
  Thread: object({
    ...conversation,
    messages: {
      type: 'array',
      items: { $ref: '#/components/schemas/Message' },
      description: 'In the order in which they were sent.',
    },
  }),
  Message: message,
  Block: object({
    id: { ...uuid, description: 'Of a blocked conversation, the id of the conversation.' },
    type: { type: 'string', enum: ['person', 'conversation'] },
    channels: { type: 'array', items: channel, description: 'Where it applies.' },
    address: maybeText,
    conversation_id: maybeText,
    created_at: time,
  }),
  DeletedBlock: object({ id: uuid, deleted: { const: true } }),
  Draft: object({
    draft_id: uuid,
    conversation_id: uuid,
    version: VERSION,
    channel,
    subject: maybeText,
    body: text,
    'shortened?': { const: true, description: 'In a list: the text goes on; the draft itself has all of it.' },
    reply_to: maybeText,
    to: recipients,
    cc: recipients,
    created_at: time,
    updated_at: time,
    created_via: maybeVia('Through what it was begun.'),
    updated_via: maybeVia('Through what it was last changed.'),
    approval_asked_at: {
      ...maybeTime,
      description: 'Since when it waits for you to send it, because the client that tried to may not send by itself.',
    },
    'note?': { ...text, description: 'What is missing before it can be sent.' },
    'digest?': { ...text, description: 'Stands for what is shown of the draft. Not in a list.' },
  }),
  WrittenDraft: object({
    draft_id: uuid,
    recipients,
    conversation_id: uuid,
    version: VERSION,
    'note?': { ...text, description: 'What is missing, or that a Reply-To decided who gets it.' },
  }),
  DeletedDraft: object({ draft_id: uuid, deleted: { const: true } }),
  SentDraft: object({
    id: uuid,
    status: {
      enum: ['accepted', 'not_sent'],
      description:
        '`accepted`: queued, not delivered; the message in its conversation shows the outcome. `not_sent`: it was a dry run.',
    },
    conversation_id: uuid,
  }),
};

/** `pagination` of the messages of a conversation. */
export const THREAD_PAGE = {
  ...object({
    total: { ...count, description: 'The number of messages of the conversation that you may see.' },
    limit: { ...count, description: 'The `limit` that was applied.' },
    has_more: PAGE.has_more,
    'next_before?': { ...text, description: 'The `before` of the page with older messages. Absent on the last page.' },
  }),
  examples: [{ total: 1, limit: 25, has_more: false }],
};

/** What stands beside the conversations of a record. */
export const OF_RECORD = {
  pagination: {
    $ref: '#/components/schemas/Pagination',
    examples: [{ total: 1, limit: 25, offset: 0, has_more: false }],
  },
  'total_related?': {
    ...count,
    description: 'Where the record itself has none: how many there are with `include_related`.',
    examples: [12],
  },
  is_cut: {
    ...flag,
    description:
      'Whether more records refer to this one than the 1,000 that were looked at, or there are more than 10,000 conversations, of which those begun last were looked at.',
    examples: [false],
  },
};
