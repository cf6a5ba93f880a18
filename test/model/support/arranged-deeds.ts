import { newId } from '#platform';
import { anAccount, aConversation, aMessage } from '../../support/conversations.js';
import { aDelivery } from '../../support/deliveries.js';
import type { Rest } from '../../support/rest.js';
import type { Deed } from './deeds.js';

interface Where {
  rest: Rest;
  workspace_id: string;
  /** A member. */
  user: string;
  /** Of things made before, so that no two are called alike. */
  no: number;
}

/** Grants, and what members write to others: arranged as their stores would leave it. */
export async function arrange(
  { rest, workspace_id, user, no }: Where,
  { what, at, text, number }: Deed,
): Promise<void> {
  const minute = new Date(Date.now() - at * 60_000);
  switch (what) {
    case 'leaver': {
      const subject = `leaver-${workspace_id}-${no}`;
      const person = { subject, email: `${subject}@example.com`, name: 'Leaver' };
      await rest.domain.workspaces.addMember({ workspace_id, ...person });
      return void (await rest.domain.workspaces.removeMember(workspace_id, { subject }));
    }
    case 'grant':
      return void (await rest.sql(
        `insert into connection (workspace_id, user_id, client_id, connection_id, client_name, access)
         values ($1, $2, $3, $4, $5, 3)`,
        [workspace_id, user, `client-${no}`, newId(), text],
      ));
    case 'account': {
      const account = await anAccount(rest, {
        workspace_id,
        owner: at % 2 ? user : null,
        members: at % 2 ? [] : [user],
      });
      return void (await rest.sql(
        `update channel_account set credentials = 'sealed', sync_cursor = $3, push_subscription_id = $4,
           push_secret_hash = '\\x01', sync_lease_owner = $2, sync_lease_until = now()
         where workspace_id = $1 and channel_account_id = $2`,
        [workspace_id, account, JSON.stringify({ text }), newId()],
      ));
    }
    case 'conversation': {
      const conversation = await aConversation(rest, {
        workspace_id,
        inboxes: [user],
        subject: text,
        bodies: [text, 'Hi'],
        at: minute,
      });
      const attachments = [{ filename: text, content_type: 'text/plain', size: at }];
      const to = ['eve@example.com'];
      const more = {
        direction: 'outbound' as const,
        author_user_id: user,
        body: text,
        reply_handles: [text, 'b,c'],
        to,
      };
      return void (await aMessage(rest, { workspace_id, conversation_id: conversation, attachments, ...more }));
    }
    case 'delivery': {
      const state = ['queued', 'leased', 'transmitting', 'unknown', 'accepted', 'rejected'][at % 6]!;
      return void (await aDelivery(rest, {
        workspace_id,
        sent_by_user_id: user,
        state,
        body: text,
        created_at: minute,
      }));
    }
    case 'draft': {
      const conversation_id = await aConversation(rest, { workspace_id, inboxes: [user] });
      const draft = {
        direction: 'outbound',
        status: 'draft',
        author_user_id: user,
        body: text,
        sent_at: null,
      } as const;
      return void (await aMessage(rest, { workspace_id, conversation_id, ...draft }));
    }
    case 'block':
      return void (await rest.sql(
        `insert into user_block (workspace_id, user_id, kind, handle) values ($1, $2, 'email', $3) on conflict do nothing`,
        [workspace_id, user, `${at}@example.com`],
      ));
    case 'import':
      return void (await rest.sql(
        `insert into import_job (workspace_id, import_id, object_id, state, file_name, format, bytes, options, started_by, actor_type,
           actor_id, claim, kept_until)
         values ($1, $2, $2, $3, $4, 'csv', $5, '{}', '{}', 'user', $6, $2, now() + interval '1 day')`,
        [
          workspace_id,
          newId(),
          ['ready', 'done', 'running', 'canceled'][at % 4],
          text,
          Math.trunc(Math.abs(number) % 1e6),
          user,
        ],
      ));
    default:
      throw new Error(`Nobody does ${what}.`);
  }
}
