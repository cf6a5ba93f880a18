import { StandIns } from '../delivery/support/stand-ins.js';
import { KeptStatements, rowsLookedAt } from '../support/rows-read.js';
import { AlikeStore } from '../../libs/crm-domain/src/messaging/delivery/alike.store.js';
import { ReceiveStore } from '../../libs/crm-domain/src/messaging/inbound/receive.store.js';
import { newId } from '#platform';
import { Mailroom, type Connected } from './support/mailroom.js';

let providers: StandIns;
let room: Mailroom;
beforeAll(async () => {
  providers = await StandIns.start();
  room = await Mailroom.start(providers.url);
});
afterAll(async () => {
  await room.stop();
  await providers.close();
});

/** So many messages that an account sent, each of which was a draft at the provider. */
async function haveBeenSent(
  count: number,
  age: string,
  { workspace_id, channel_account_id }: Connected,
): Promise<void> {
  const conversation_id = newId();
  await room.sql(
    `insert into conversation (workspace_id, conversation_id, channel, channel_account_id, first_message_at)
     values ($1, $2, 'facebook', $3, now())`,
    [workspace_id, conversation_id, channel_account_id],
  );
  await room.sql(
    `with sent as (
       insert into message (workspace_id, conversation_id, message_id, channel, direction, status, sent_at)
       select $1, $2, gen_random_uuid(), 'facebook', 'outbound', 'sent', now() from generate_series(1, $4::int)
       returning message_id)
     insert into message_delivery (workspace_id, message_id, channel, channel_account_id, state, sent_via,
       provider_message_id, provider_draft_id, created_at, finished_at)
     select $1, message_id, 'facebook', $3, 'accepted', '{"origin":"mcp"}', 'm_' || message_id,
       'd_' || message_id, now() - $5::interval, now() from sent`,
    [workspace_id, conversation_id, channel_account_id, count, age],
  );
  await room.sql('analyze message, message_delivery');
}

describe('what an account sent', () => {
  it('is compared with an echo without reading all that it sent', async () => {
    const account = await room.account('facebook', { workspace_id: await room.newWorkspace() });
    await haveBeenSent(1000, '1 hour', account);
    const kept = new KeptStatements();
    const sought = { handles: null, at: new Date(), before_ms: 600_000, after_ms: 60_000 };
    await new AlikeStore(kept as never).open(account, sought);
    expect(await rowsLookedAt(room, 'message_delivery', kept.all[0]!)).toBeLessThan(10);
  });

  it.each([
    ['facebook', '1 year'],
    ['outlook', '1 year'],
    ['outlook', '1 day'],
  ] as const)('is looked up through %s without reading all that it sent within %s', async (channel, age) => {
    const account = await room.account('facebook', { workspace_id: await room.newWorkspace() });
    await haveBeenSent(1000, age, account);
    const kept = new KeptStatements();
    const receiving = { ...account, channel, owner_user_id: null, address: '' };
    await new ReceiveStore(kept as never, account.workspace_id).findOwn(receiving, {
      mark: newId(),
      provider_message_id: 'm_1',
      internet_message_id: '<1@example.com>',
    });
    expect(await rowsLookedAt(room, 'message_delivery', kept.all[0]!)).toBeLessThan(10);
  });
});
