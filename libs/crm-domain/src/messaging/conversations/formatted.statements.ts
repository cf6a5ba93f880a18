import type { Statement } from '../../db/session.js';
import { MAY_SEE } from './conversation.statements.js';

// As there: $1 is the workspace and $2 the user.

/** $3 the conversation, $4 messages of it: those that also have a formatted text. */
export const FORMATTED: Statement = {
  name: 'conversation-formatted',
  text: `select m.message_id from message m
    where m.workspace_id = $1 and m.conversation_id = $3 and m.message_id = any ($4::uuid[]) and ${MAY_SEE('m')}
      and m.body_html is not null`,
};

/** $3 the conversation, $4 a message of it that the user may see. */
export const HTML: Statement = {
  name: 'conversation-html',
  text: `select m.body_html
    from message m
    where m.workspace_id = $1 and m.conversation_id = $3 and m.message_id = $4 and ${MAY_SEE('m')}`,
};
