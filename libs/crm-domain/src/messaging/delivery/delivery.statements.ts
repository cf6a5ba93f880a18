import { CAPABILITIES } from '../../actor.js';
import { STAND_IN } from '../../persons/stand-in.js';
import { maySendThrough } from '../accounts/account-use.statements.js';

// In all statements $1 is the workspace and $2 the message.

// At most that many older messages stand in a reply's References; mail servers refuse endless headers.
const REFERENCES = 20;

// Whoever sent it may have left since, and the account be somebody else's. What no person sent is nobody's to lose.
export const IS_SENDER_ALLOWED = `d.sent_by_user_id is null or exists (select 1
    from channel_account a
      join membership b on b.workspace_id = $1 and b.user_id = d.sent_by_user_id
      join app_user u on u.user_id = d.sent_by_user_id and u.deactivated_at is null
    where a.workspace_id = $1 and a.channel_account_id = d.channel_account_id
      and ${maySendThrough('d.sent_by_user_id')})`;

// What a client had queued does not leave after its person has revoked it, or has taken the right to send from it; nor
// does it when that right is given again later, which is for what the client sends from then on. Where a person has to
// approve by now what a client sends (see mustApprove), or had to since, nobody did: who approves sends it without the
// client.
export const IS_CLIENT_REVOKED = `exists (select 1 from connection c
    where c.workspace_id = $1 and c.user_id = d.sent_by_user_id
      and c.connection_id::text = d.sent_via ->> 'connection_id'
      and (c.revoked_at is not null or c.access & ${CAPABILITIES['send:messages']} = 0 or c.raised_at > d.created_at
        or c.approval = 'required' or (c.approval <> 'own_program' or d.sent_via ->> 'origin' = 'mcp')
          and exists (select 1 from workspace w where w.workspace_id = $1 and w.drafts_need_approval)))`;

// What is answered came in through the account that this leaves through, or left from it: only there have its ids a
// meaning. A conversation may hold mail of several mailboxes of one person.
const IS_AT_HOME = `coalesce(p.received_through, pd.channel_account_id, c.channel_account_id) = d.channel_account_id`;

export const OUTGOING = `select m.subject, m.body, ${IS_SENDER_ALLOWED} as is_sender_allowed,
  ${IS_CLIENT_REVOKED} as is_client_revoked,
  (select w.api_access from workspace w where w.workspace_id = $1) as has_api_access,
  (select coalesce(json_agg(json_build_object('role', r.role, 'handle', r.handle, 'address', r.address)
      order by r.role desc, r.position), '[]')
        from message_recipient r
        where r.workspace_id = $1 and r.message_id = $2) as recipients,
    case when p.message_id is not null then json_build_object(
      'provider_message_id', case when ${IS_AT_HOME} then p.provider_message_id end,
      'provider_thread_id', coalesce(
        case when ${IS_AT_HOME} then coalesce(p.received_thread, pd.provider_thread_id) end,
        case when c.channel_account_id = d.channel_account_id then c.external_id end),
      'internet_message_id', p.internet_message_id, 'subject', p.subject,
      'references', (select coalesce(json_agg(o.internet_message_id order by o.sort_at, o.message_id), '[]') from (
        select internet_message_id, sort_at, message_id
          from message
          where workspace_id = $1 and conversation_id = p.conversation_id
          and internet_message_id is not null and (sort_at, message_id) < (p.sort_at, p.message_id)
        order by sort_at desc, message_id desc limit ${REFERENCES}) o)) end as reply
  from message_delivery d join message m on m.workspace_id = $1 and m.message_id = $2
    left join message p on p.workspace_id = $1 and p.message_id = m.reply_to_message_id
    left join message_delivery pd on pd.workspace_id = $1 and pd.message_id = p.message_id
    left join conversation c on c.workspace_id = $1 and c.conversation_id = p.conversation_id
  where d.workspace_id = $1 and d.message_id = $2 and m.status = 'pending'`;

// $3 the state, $4 milliseconds from now, $5 how often it was shown that it did not leave, $6 to $8 why. What an operator
// holds until infinity, as after a restore, stays held.
const PUT_OFF = (more = '') => `update message_delivery set state = $3, not_sent_count = $5,
    run_at = case when isfinite(run_at) then (select now()) + $4 * interval '1 millisecond' else run_at end,
    last_error_code = coalesce($6, last_error_code), last_error = coalesce($7, last_error),
    last_status = coalesce($8, last_status),
    lease_owner = null, lease_until = null, updated_at = now()${more}
  where workspace_id = $1 and message_id = $2 and finished_at is null`;

export const POSTPONE = `${PUT_OFF()} and lease_owner = $9 and attempt = $10 returning 1`;
// $9 what has failed, as the provider calls it.
export const REQUEUE = `${PUT_OFF(', provider_message_id = coalesce($9, provider_message_id)')} returning 1`;

// Of the messages to one person the first that is not over is not behind another; one whose fate is not known, and that
// this one did not wait for either, does not count. Its time to be sent begins when a worker takes it up, but behind one
// whose own was over when it was queued: a day for each would add up. One that was queued while this statement ran is
// not seen here; that is made good when leases are given back.
const NEXT = `next as (
    update message_delivery set is_behind = false,
      freed_at = case when (select last_error_code from d) = 'retries_exhausted' then created_at end
    where workspace_id = $1 and is_behind and message_id = (select o.message_id
      from d join message_delivery o on o.workspace_id = $1 and o.lane = d.lane and o.recipient = d.recipient
      where o.message_id <> $2 and o.finished_at is null
        and (o.state <> 'unknown' or (o.created_at, o.message_id) > (d.created_at, $2))
      order by o.created_at, o.message_id limit 1))`;

// Delivery and message in one statement. The delivery decides: whoever ends a message takes its delivery first. What
// was sent was sent when the attempt began: an answer to it may be here before we know.
const END = ({ when, from, undo = '' }: { when: string; from: string; undo?: string }) => `with d as (
    update message_delivery
      set state = $3, finished_at = now(), lease_owner = null, lease_until = null, updated_at = now(),
      provider_message_id = ${undo ? '$4' : 'coalesce($4, provider_message_id)'},
      provider_thread_id = coalesce($5, provider_thread_id),
      last_error_code = $7, last_error = $8, last_status = $9, is_by_words = $10
    where workspace_id = $1 and message_id = $2 ${when}
    returning channel, channel_account_id, state, last_error_code, provider_thread_id, sent_by_user_id, sent_via,
      transmit_started_at, lane, recipient, created_at), ${NEXT}
  update message m set status = case when $3 = 'accepted' then 'sent' else 'failed' end, failure_code = $7, failure_detail = $8,
    sent_at = case when $3 = 'accepted'
      then date_trunc('milliseconds', least(coalesce($11, d.transmit_started_at), (select now()))) end,
        updated_at = date_trunc('milliseconds', now()),
    ${undo || 'provider_message_id = coalesce($4, m.provider_message_id), internet_message_id = coalesce($6, m.internet_message_id)'}
  from d where m.workspace_id = $1 and m.message_id = $2 and m.status in (${from})
  returning m.message_id, m.conversation_id, d.channel, d.channel_account_id, d.state, d.last_error_code as code,
    d.provider_thread_id as thread_id, d.sent_by_user_id, d.sent_via,
    (select name from app_user where user_id = d.sent_by_user_id) as sent_by`;

export const CONCLUDE = END({
  when: 'and lease_owner = $12 and attempt = $13 and finished_at is null',
  from: `'pending'`,
});
export const SETTLE = END({ when: '', from: `'pending', 'failed'` });
// What was told of the message that has the same words is not told of this one.
export const OVERRULE = END({
  when: 'and is_by_words and (state <> $3 or provider_message_id is distinct from $4)',
  from: `'sent'`,
  undo: 'provider_message_id = $4, internet_message_id = $6, delivered_at = null, read_at = null',
});

// $2 the account, $3 our mark, $4 the provider's id.
export const PROVEN = `select message_id, state, attempt, transmit_count, last_error_code, last_error, last_status,
    is_by_words, provider_message_id, transmit_started_at,
    channel not in ('gmail', 'outlook') and exists (select 1 from message_recipient r where r.workspace_id = $1
      and r.message_id = d.message_id and r.handle like '${STAND_IN}%') as is_erased,
    state = 'transmitting' and coalesce(lease_until > now(), false) as is_in_hand,
    (extract(epoch from now() - coalesce(freed_at, created_at)) * 1000)::float8 as age_ms,
    (extract(epoch from now() - coalesce(transmit_started_at, created_at)) * 1000)::float8 as transmitted_ms
  from message_delivery d
  where workspace_id = $1 and channel_account_id = $2
    and (message_id = $3 or $3::uuid is null and provider_message_id = $4)
  for no key update`;

const REACHED = 'coalesce(m.delivered_at, m.read_at, $3, $4) is not null';

// $3 delivered, $4 read, $5 and $6 why it did not reach the person. Gives a row when that was not known before. The
// delivery is held, so nobody else notes it meanwhile.
export const NOTE = `with noted as (
    update message m set delivered_at = coalesce(m.delivered_at, $3), read_at = coalesce(m.read_at, $4),
      failure_code = case when ${REACHED} then null else coalesce($5, m.failure_code) end,
      failure_detail = case when ${REACHED} then null else coalesce($6, m.failure_detail) end,
      updated_at = date_trunc('milliseconds', now())
    from (select failure_code from message where workspace_id = $1 and message_id = $2) was
    where m.workspace_id = $1 and m.message_id = $2 and m.status = 'sent'
    returning m.conversation_id, m.channel, m.failure_code as code, was.failure_code is not null as is_known)
  select d.message_id, noted.conversation_id, noted.channel, noted.code, d.sent_by_user_id, d.sent_via,
    (select name from app_user where user_id = d.sent_by_user_id) as sent_by
  from noted join message_delivery d on d.workspace_id = $1 and d.message_id = $2
  where noted.code is not null and not noted.is_known`;

// $2 the conversation, $3 the account, $4 the thread.
export const ADOPT_THREAD = `update conversation c set external_id = $4
  where c.workspace_id = $1 and c.conversation_id = $2 and c.channel_account_id = $3 and c.external_id is null
    and not exists (
      select 1 from conversation o where o.workspace_id = $1 and o.channel_account_id = $3 and o.external_id = $4)
    and not exists (
      select 1 from conversation_participant p
      where p.workspace_id = $1 and p.conversation_id = $2 and p.handle = $4)`;
