import { trustedClaim } from '#crm-domain';
import type { Lease } from '#crm-domain/messaging';
import { OPERATOR } from '#crm-domain/people';
import { newId } from '#platform';
import { splitMeta } from '../../libs/channels/src/meta/meta-events.js';
import { eventually } from '../support/eventually.js';
import { StandIns } from '../delivery/support/stand-ins.js';
import { mailArrives, openMailbox } from './support/mailboxes.js';
import { Mailroom, type Connected } from './support/mailroom.js';
import { whatsapp } from './support/meta-posts.js';

const EMAIL = 'zelda@quix.example';
const NUMBER = '15550001111';

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

async function erase(workspace_id: string): Promise<void> {
  const { persons, personEraser, purges } = room.domain;
  const { id } = await persons.erase(workspace_id, OPERATOR, { email: EMAIL });
  let state: string;
  do {
    await room.sql('update person_erasure set lease_until = now() where workspace_id = $1', [workspace_id]);
    await personEraser.run(id, new AbortController().signal);
    await purges.run();
    ({ state } = await persons.get(workspace_id, id.erasure_id));
  } while (state === 'running');
  expect(state).toBe('completed');
}

/** The mailbox becomes Bob's, who is shown what came in lately. */
async function passOn(channel: 'gmail' | 'outlook', mailbox: Connected): Promise<void> {
  const { workspace_id, channel_account_id, external_account_id: external } = mailbox;
  await room.domain.accounts.disconnect(workspace_id, channel_account_id);
  const seal = await providers.account(channel, external);
  await room.account(channel, { workspace_id, owner: room.bob, external, seal });
  await providers.control('cursors/expire', { channel, account: external });
  expect(await room.fetch(mailbox)).toMatchObject({ last_error_code: null });
}

const bodies = async (workspaceId: string) => (await room.messages(workspaceId)).map(({ body }) => body.trim()).sort();

/** A message to them through WhatsApp that ended as failed. */
async function failedChat(code: string): Promise<{ account: Connected; id: string }> {
  const workspace_id = await room.newWorkspace();
  const account = await room.account('whatsapp', { workspace_id, members: [room.ada], external: `${Date.now()}` });
  const data = { name: 'Zelda Quixworth', email_addresses: [EMAIL], phone_numbers: `+${NUMBER}` };
  const claim = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
  await room.domain.recordWriter.create(claim, 'people', { data, path: 'data' });
  const wish = { channel: 'whatsapp', to: NUMBER, state: 'rejected', code, body: 'Hello' } as const;
  return { account, id: await room.sending(account, wish) };
}

async function expectNumberNowhere(workspaceId: string): Promise<void> {
  for (const table of ['message_delivery', 'conversation', 'message', 'message_recipient']) {
    const rows = `select t::text as row from ${table} t where workspace_id = $1`;
    for (const { row } of await room.sql<{ row: string }>(rows, [workspaceId])) expect(row).not.toContain(NUMBER);
  }
}

describe('a person who is erased', () => {
  it('does not come back with what a webhook brought before, whenever it is worked on', async () => {
    const workspace_id = await room.newWorkspace();
    const external = `${Date.now()}`;
    await room.account('whatsapp', { workspace_id, members: [room.ada], external });
    const data = { name: 'Zelda Quixworth', email_addresses: [EMAIL], phone_numbers: `+${NUMBER}` };
    const claim = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
    await room.domain.recordWriter.create(claim, 'people', { data, path: 'data' });
    const [event] = splitMeta(whatsapp.message(external, { from: NUMBER, text: 'Said before' }));
    await room.sql(
      `insert into provider_event (provider_event_id, channel, dedup_key, account, payload, run_at)
        values ($1, 'whatsapp', $2, $3, $4, now() + interval '1 hour')`,
      [newId(), event!.dedup_key, external, event!.payload],
    );
    const { persons, personEraser, purges } = room.domain;
    const { id } = await persons.erase(workspace_id, OPERATOR, { email: EMAIL });
    const goOn = async () => {
      await room.sql('update person_erasure set lease_until = now() where workspace_id = $1', [workspace_id]);
      await personEraser.run(id, new AbortController().signal);
      await purges.run();
      return (await persons.get(workspace_id, id.erasure_id)).state;
    };
    for (let time = 0; time < 5; time++) expect(await goOn()).toBe('running');
    await room.sql('update provider_event set run_at = now() where account = $1', [external]);
    await room.quiet();
    expect(await bodies(workspace_id)).toEqual(['Said before']);
    await eventually(async () => (await goOn()) === 'completed');
    expect(await bodies(workspace_id)).toEqual(['[erased]']);
    await expectNumberNowhere(workspace_id);
  });
});

describe('a person who was erased', () => {
  it.each(['gmail', 'outlook'] as const)(
    'does not come back with a mail at %s that its next owner is shown',
    async (channel) => {
      const mailbox = await openMailbox(room, providers, channel);
      const { workspace_id } = mailbox;
      await mailArrives(providers, channel, mailbox, { from: EMAIL, text: 'A secret of hers' });
      await mailArrives(providers, channel, mailbox, { from: 'ina@other.example', text: 'Of somebody else' });
      const form = { from: 'form@shop.example', reply_to: [EMAIL], text: 'By a form' };
      await mailArrives(providers, channel, mailbox, form);
      await room.fetch(mailbox);
      await erase(workspace_id);
      expect(await bodies(workspace_id)).toEqual(['By a form', 'Of somebody else', '[erased]']);
      await passOn(channel, mailbox);
      // What nobody was erased of is shown to who has the mailbox now.
      expect(await bodies(workspace_id)).toEqual(['By a form', 'Of somebody else', 'Of somebody else', '[erased]']);
    },
  );

  it.each(['gmail', 'outlook'] as const)(
    'does not come back with a mail at %s that the mailbox knew as a copy',
    async (channel) => {
      const first = await openMailbox(room, providers, channel);
      const { workspace_id } = first;
      const second = await openMailbox(room, providers, channel, { workspace_id });
      const to = [first.external_account_id, second.external_account_id];
      const theirs = { from: EMAIL, to, text: 'A secret of hers', message_id: `<${newId()}@quix.example>` };
      const another = {
        ...theirs,
        from: 'ina@other.example',
        text: 'Of somebody else',
        message_id: `<${newId()}@a.b>`,
      };
      for (const mailbox of [first, second]) {
        for (const mail of [theirs, another]) await mailArrives(providers, channel, mailbox, mail);
        await room.fetch(mailbox);
      }
      const copies = 'select 1 from message_copy where workspace_id = $1 and channel_account_id = $2';
      // The first sweep has the second mailbox fetched from as well, which may end after its mails have come.
      await eventually(async () => {
        await room.fetch(second);
        return (await room.sql(copies, [workspace_id, second.channel_account_id])).length === 2;
      });
      await erase(workspace_id);
      expect(await bodies(workspace_id)).toEqual(['Of somebody else', '[erased]']);
      await passOn(channel, second);
      expect(await bodies(workspace_id)).toEqual(['Of somebody else', 'Of somebody else', '[erased]']);
    },
  );

  it.each(['outcome_unknown', 'retries_exhausted'])(
    'has their number nowhere again when WhatsApp tells late of a message that ended as %s',
    async (code) => {
      const { account, id } = await failedChat(code);
      await erase(account.workspace_id);
      const told = { recipient_id: NUMBER, biz_opaque_callback_data: id };
      await room.meta(whatsapp.status(account.external_account_id, `wamid.${code}`, 'sent', told)).expect(200);
      await room.quiet();
      expect(await room.message(id)).toMatchObject({ status: 'sent' });
      await expectNumberNowhere(account.workspace_id);
    },
  );

  it('has their number nowhere again when a worker reads the answer of WhatsApp late', async () => {
    const { account, id } = await failedChat('outcome_unknown');
    const [row] = await room.sql<Lease>('select * from message_delivery where message_id = $1', [id]);
    const times = { age_ms: 1000, transmitted_ms: 1000 };
    const lease: Lease = { ...row!, ...times, state: 'transmitting', lease_owner: newId() };
    await erase(account.workspace_id);
    const ids = { provider_message_id: 'wamid.late', provider_thread_id: NUMBER, internet_message_id: null };
    await room.domain.deliveries.conclude(lease, { kind: 'accepted', ...ids }, 0);
    expect(await room.message(id)).toMatchObject({ status: 'sent', provider_message_id: 'wamid.late' });
    await expectNumberNowhere(account.workspace_id);
  });
});
