import { AccountTokens, DeliveryWorker, channelsFor } from '#channels';
import { DELIVERY_NUMBERS, DeliveryService } from '#crm-domain/messaging';
import { eventually } from '../support/eventually.js';
import { BRIEF_GRACE, PATIENT } from './support/brief-times.js';
import { Desk } from './support/desk.js';
import type { Sender } from './support/post-office.js';
import { vault } from './support/stand-ins.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.close());

async function reconnect({ workspace_id, channel, external_account_id }: Sender): Promise<void> {
  const seal = await desk.providers.account(channel, external_account_id);
  const account = { channel, external_account_id, address: external_account_id };
  await desk.office.domain.accounts.connect(
    workspace_id,
    { ...account, display_name: null, owner_user_id: null },
    { seal: (channel_account_id) => seal({ workspace_id, channel_account_id }) },
  );
}

/** Sends one message of the sender's; `meanwhile` happens when the first call has its token and is about to be made. */
async function send(sender: Sender, meanwhile: () => Promise<void> = async () => undefined) {
  const { office, providers } = desk;
  const channels = channelsFor(providers.settings, BRIEF_GRACE);
  const channel = channels[sender.channel];
  const transmit = channel.transmit.bind(channel);
  let calls = 0;
  channel.transmit = async (...given) => {
    if (calls++ === 0) await meanwhile();
    return transmit(...given);
  };
  const worker = new DeliveryWorker({
    deliveries: new DeliveryService(office.domain.db, { ...DELIVERY_NUMBERS, ...PATIENT }),
    accounts: new AccountTokens(office.domain.db, vault, providers.settings),
    channels,
    databaseUrl: office.url,
  });
  worker.start();
  try {
    return await desk.settled(await office.queue(sender));
  } finally {
    await worker.stop();
  }
}

/** The next calls of the account are answered with 401 and a page, as by a proxy; `call` is of which kind. */
function proxyRefuses(
  { channel, external_account_id: account }: Sender,
  call: string,
  times: number,
): Promise<unknown> {
  return desk.providers.fault({ channel, account, call, action: 'answer', status: 401, body: 'Who are you?', times });
}

async function statusOf({ channel_account_id }: Sender): Promise<string> {
  const text = 'select status from channel_account where channel_account_id = $1';
  return (await desk.office.sql<{ status: string }>(text, [channel_account_id]))[0]!.status;
}

describe.each([
  ['facebook', 190, 'reauth_required'],
  ['whatsapp', 190, 'reauth_required'],
  ['whatsapp', 131005, 'reauth_required'],
  ['whatsapp', 33, 'disconnected'],
] as const)('an account of %s whose token is refused with code %d', (channel, code, status) => {
  const refused = async () => {
    const sender = await desk.sender(channel);
    const body = { error: { code, message: 'Refused.' } };
    const fault = { channel, account: sender.external_account_id, action: 'answer', status: 400, body };
    await desk.providers.fault(fault);
    return sender;
  };

  it('is closed', async () => {
    const sender = await refused();
    expect(await send(sender)).toMatchObject({ status: 'failed', failure_code: String(code) });
    expect(await statusOf(sender)).toBe(status);
  });

  it('stays open when it was connected anew during the call, and the message leaves with the new token', async () => {
    const sender = await refused();
    expect(await send(sender, () => reconnect(sender))).toMatchObject({ status: 'sent', transmit_count: 2 });
    expect(await statusOf(sender)).toBe('active');
  });
});

describe.each(['whatsapp', 'facebook', 'instagram'] as const)('an account of %s', (channel) => {
  afterEach(() => desk.providers.calmDown());

  it('stays open when somebody other than Meta refuses a message with 401, and it is not known what became of that', async () => {
    const sender = await desk.sender(channel);
    await proxyRefuses(sender, 'send', 1);
    expect(await send(sender)).toMatchObject({ failure_code: 'outcome_unknown', transmit_count: 1 });
    expect(await statusOf(sender)).toBe('active');
  });
});

describe.each(['facebook', 'instagram'] as const)(
  'an account of %s in whose conversations a message is looked for',
  (channel) => {
    const looks = async ({ external_account_id: account }: Sender) =>
      (await desk.providers.calls({ call: 'read', account })).length;
    const lost = async () => {
      const sender = await desk.sender(channel);
      await desk.providers.fault({ channel, account: sender.external_account_id, action: 'reset_after' });
      return sender;
    };
    afterEach(async () => {
      await desk.rest();
      await desk.providers.calmDown();
    });

    it('stays open when somebody other than Meta refuses the look with 401, and the message is found later', async () => {
      const sender = await lost();
      await proxyRefuses(sender, 'read', 2);
      desk.work({ unknownMs: DELIVERY_NUMBERS.unknownMs });
      expect(await desk.settled(await desk.office.queue(sender))).toMatchObject({ status: 'sent', transmit_count: 1 });
      expect(await looks(sender)).toBeGreaterThan(2);
      expect(await statusOf(sender)).toBe('active');
    });

    it('is closed when Meta refuses the look because of the token', async () => {
      const sender = await lost();
      await desk.providers.fault({
        channel,
        account: sender.external_account_id,
        call: 'read',
        action: 'answer',
        status: 401,
      });
      desk.work({ unknownMs: DELIVERY_NUMBERS.unknownMs });
      await desk.office.queue(sender);
      await eventually(async () => (await statusOf(sender)) === 'reauth_required');
    });
  },
);
