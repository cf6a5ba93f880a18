import { newId } from '#platform';
import type { ChannelName } from '#crm-domain/messaging';
import { later, type AccountAccess } from './account-access.js';
import { Renewals } from './renewals.js';

const NEW: AccountAccess = later('renewed', 'Stands for whatever comes of it.');

describe('tokens that are being replaced', () => {
  let renewals: Renewals;
  let release: () => void;
  let released: Promise<AccountAccess>;
  let hanging: Promise<AccountAccess>[];

  beforeEach(() => {
    renewals = new Renewals();
    hanging = [];
    released = new Promise((resolve) => (release = () => resolve(NEW)));
  });
  afterEach(async () => {
    release();
    await Promise.all(hanging);
  });

  const account = (workspace_id: string, channel: ChannelName) => ({
    workspace_id,
    channel,
    channel_account_id: newId(),
  });
  const hang = (workspace_id: string, channel: ChannelName) =>
    hanging.push(renewals.run(account(workspace_id, channel), undefined, () => released));
  const renew = (workspace_id: string, channel: ChannelName) =>
    renewals.run(account(workspace_id, channel), undefined, () => Promise.resolve(NEW));

  it('leave a place for other tenants on every channel, however many of one tenant hang', async () => {
    const tenant = newId();
    for (const channel of ['gmail', 'outlook', 'whatsapp'] as const) for (let n = 0; n < 3; n++) hang(tenant, channel);
    for (const channel of ['gmail', 'outlook', 'whatsapp', 'facebook'] as const)
      expect(await renew(newId(), channel)).toBe(NEW);
  });

  it('leave a place for other channels, however many of one channel hang', async () => {
    for (let n = 0; n < 4; n++) hang(newId(), 'gmail');
    expect(await renew(newId(), 'outlook')).toBe(NEW);
  });
});
