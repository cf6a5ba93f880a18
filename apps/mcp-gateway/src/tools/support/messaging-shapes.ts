import { CHANNELS, MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH, MAX_RECIPIENTS } from '#crm-domain/messaging';
import { z } from 'zod';

/** Text of at most `most` characters, counted as JSON Schema does (code points). */
function characters(most: number) {
  const fits = (text: string) => text.length <= most || (text.length <= 2 * most && [...text].length <= most);
  return z.string().refine(fits, `must have at most ${most} characters`).meta({ maxLength: most });
}

/** Parameters and results that the messaging tools share, each with the words a client reads. */
export const channelParameter = z
  .enum(CHANNELS)
  .describe('gmail and outlook are mail; whatsapp, facebook and instagram are text to one person');
export const conversationParameter = z.string().min(1).max(100);
export const draftParameter = z.string().toLowerCase().min(1).max(100);

// With a maximum the validator counts before it looks at an entry, of which each that is wrong would be an issue.
const addresses = z.array(characters(320)).max(MAX_RECIPIENTS);

/** The compose fields; unknown ones, such as files, are refused (contract: Write rules 7). */
export const composeParameters = {
  body: characters(MAX_BODY_LENGTH).optional().describe('The text of the message'),
  subject: characters(MAX_SUBJECT_LENGTH).nullable().optional().describe('Mail only'),
  reply_to: z
    .string()
    .max(100)
    .nullable()
    .optional()
    .describe('Id of the message to answer, on the same channel; the draft joins its conversation'),
  to: addresses
    .optional()
    .describe(
      'Mail addresses, a phone number such as +14155550100, or the id of the person on the channel, on whatsapp such as US.13491208655302741918. If left out of a reply: the reply_addresses of the answered message or, if it has none, its sender; its to and cc if we wrote it. [] means no recipient yet',
    ),
  cc: addresses.optional().describe('Mail only'),
};
/** The same for a tool beside `create_draft`, whose list of arguments says what they are: the list of tools has little room. */
export const sameParameters = {
  ...composeParameters,
  reply_to: composeParameters.reply_to.describe('As in create_draft'),
  to: composeParameters.to.describe('As in create_draft'),
};

const time = z.string().nullable();

const match = {
  match: z.enum(['record', 'none']),
  object: z.string().optional(),
  record_id: z.string().optional(),
  display_name: z.string().nullable().optional(),
};

// Said in words: the schema of a recipient would stand in the list of tools four times.
const recipients = z.array(z.object({ address: z.string(), role: z.enum(['to', 'cc']), ...match })).meta({
  items: {},
  description: 'Each with address, role, match, and object, record_id, display_name of the record that has the address',
});

export const draftShape = z.object({
  draft_id: z.string(),
  recipients,
  conversation_id: z.string(),
  version: z.number(),
  note: z
    .string()
    .optional()
    .describe(
      'What is missing (send_message refuses an incomplete draft; without an account, the message fails), or that a Reply-To decided who gets it',
    ),
});

/** The same for a tool beside `create_draft`. */
export const sameDraftShape = draftShape.extend({
  recipients: recipients.meta({ items: {}, description: 'As in create_draft' }),
  note: draftShape.shape.note.describe('As in create_draft'),
});

/** Said where a result holds text from outside. */
export const untrusted = {
  untrusted_text: z.string().optional(),
};

export const conversationFields = {
  id: z.string(),
  channel: z.enum(CHANNELS),
  external_id: z.string().nullable(),
  archived_at: time,
  last_read_at: time,
  starred_at: time,
  unread: z.boolean().nullable(),
  last_activity_at: z.string(),
  subject: z.string().nullable(),
  begun_here: z.boolean().nullable().describe('Whether this workspace started it; null if it is not in your inbox'),
  people: z
    .array(z.object({ address: z.string(), display_name: z.string().nullable() }))
    .meta({ items: {}, description: 'Each with address and display_name; only the first ones if there are many' }),
};

/** Rows whose schema `get_conversation` shows: the list of tools has little room. */
export const listOf = <Row extends z.ZodObject>(row: Row) =>
  z.array(row).meta({ items: {}, description: 'Each as get_conversation shows it, without the messages' });

const attachment = z.object({ filename: z.string(), content_type: z.string(), size: z.number() });

export const messageShape = z.object({
  id: z.string(),
  channel: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  status: z.enum(['draft', 'pending', 'sent', 'failed']),
  version: z.number().optional().describe('Of a draft'),
  from_outside: z.boolean(),
  from: z
    .object({ address: z.string(), ...match })
    .nullable()
    .meta({ anyOf: undefined, description: 'As in to, or null' }),
  reply_addresses: z.array(z.string()).optional().describe('Reply-To of the sender'),
  author: z.object({ id: z.string(), name: z.string() }).optional(),
  to: recipients,
  cc: recipients.meta({ items: {}, description: 'As in to' }),
  subject: z.string().nullable(),
  body: z.string(),
  shortened: z.literal(true).optional(),
  next_offset: z.number().optional(),
  next_list_offset: z.number().optional(),
  reply_to: z.string().nullable(),
  attachments: z
    .array(attachment)
    .meta({ items: {}, description: 'Each with filename, content_type and size, without its content' }),
  created_at: z.string(),
  queued_at: z.string().optional(),
  sent_at: z.string().optional(),
  delivered_at: z.string().optional(),
  read_at: z.string().optional(),
  failure_code: z.string().optional().describe('Beside sent: it could not be delivered after all'),
  failure_detail: z.string().optional(),
});

export const page = { total: z.number(), has_more: z.boolean(), next_offset: z.number().optional() };
