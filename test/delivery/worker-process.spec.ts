import { CHANNELS } from '#crm-domain/messaging';
import { eventually } from '../support/eventually.js';
import { BRIEF, PATIENT } from './support/brief-times.js';
import { Desk } from './support/desk.js';
import { vault } from './support/stand-ins.js';
import { WorkerProcess } from './support/worker-process.js';

describe('a process with a worker', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterAll(() => desk.close());

  const start = (numbers = BRIEF) => WorkerProcess.start(desk.providers.url, { databaseUrl: desk.office.url, numbers });

  it('ends by itself when told to, with what it had in hand and nothing more', async () => {
    const from = await desk.sender('whatsapp');
    await desk.providers.fault({ action: 'slow', ms: 3000, account: from.external_account_id, times: 0 });
    const worker = start(PATIENT);
    const inHand = await desk.office.queue(from);
    await eventually(async () => (await desk.office.fate(inHand)).state === 'transmitting');
    worker.kill('SIGTERM');
    await worker.wrote('is to end');
    const late = await desk.office.queue(from);
    expect(await worker.gone).toEqual({ code: 0, signal: null });
    expect(await desk.office.fate(inHand)).toMatchObject({ status: 'sent' });
    expect(await desk.office.fate(late)).toMatchObject({ state: 'queued', attempt: 0 });
    await desk.office.sql('delete from message_delivery');
  });

  it('ends with the new token stored that it had asked for when it was told to end', async () => {
    const external = 'late-token@example.com';
    const expires_at = new Date(Date.now() - 1000).toISOString();
    const seal = await desk.providers.account('outlook', external, { expires_at });
    const from = await desk.office.sender('outlook', { external, seal });
    // Longer than a transaction waits for it.
    await desk.providers.fault({ channel: 'outlook', call: 'token', action: 'slow', ms: 8000 });
    const worker = start(PATIENT);
    const id = await desk.office.queue(from);
    const awaited = `select 1 from message_delivery where message_id = $1 and last_error_code = 'token_awaited'`;
    await eventually(async () => (await desk.office.sql(awaited, [id])).length > 0);
    worker.kill('SIGTERM');
    expect(await worker.gone).toEqual({ code: 0, signal: null });
    const [account] = await desk.office.sql<{ status: string; credentials: string }>(
      'select status, credentials from channel_account where channel_account_id = $1',
      [from.channel_account_id],
    );
    const owner = { workspace_id: from.workspace_id, channel_account_id: from.channel_account_id! };
    const { awaited_until, expires_at: until } = vault.open(owner, account!.credentials);
    expect({ status: account!.status, awaited_until }).toEqual({ status: 'active', awaited_until: undefined });
    expect(Date.parse(until!)).toBeGreaterThan(Date.now());
    const next = start(BRIEF);
    expect(await desk.settled(id)).toMatchObject({ status: 'sent' });
    await next.end();
    await desk.office.sql('delete from message_delivery');
  });

  /**
   * A worker that is killed when the provider has given new tokens and they are not stored yet; another one takes its
   * place.
   */
  const killedWithNewTokens = async (channel: 'gmail' | 'outlook') => {
    const external = `killed-${channel}@example.com`;
    const seal = await desk.providers.account(channel, external, {
      expires_at: new Date(Date.now() - 1000).toISOString(),
    });
    const from = await desk.office.sender(channel, { external, seal });
    await desk.providers.fault({ channel, call: 'token', action: 'hang_after' });
    const worker = start(PATIENT);
    const id = await desk.office.queue(from);
    const tokensAreGiven = async () =>
      (await desk.providers.calls({ channel, call: 'token' })).some(({ outcome }) => outcome === 'hang');
    await eventually(tokensAreGiven);
    await worker.end();
    await desk.office.sql('update message_delivery set lease_until = now() where message_id = $1', [id]);
    const next = start(BRIEF);
    const fate = await desk.settled(id);
    await next.end();
    const [account] = await desk.office.sql(
      'select status, last_error_code from channel_account where channel_account_id = $1',
      [from.channel_account_id],
    );
    await desk.office.sql('delete from message_delivery');
    return { fate, account };
  };

  it('that is killed before new tokens are stored loses none, since the refresh token of before is still good', async () => {
    const { fate, account } = await killedWithNewTokens('gmail');
    expect(fate).toMatchObject({ status: 'sent', transmit_count: 1 });
    expect(account).toEqual({ status: 'active', last_error_code: null });
  });

  it('that is killed so at a provider that ends the one of before says that the account is to be connected again, and why', async () => {
    // The stand-in for Microsoft is stricter than Microsoft, which lets a used refresh token live on. Nobody can look
    // there whether the worker that was killed had come as far as to make a draft.
    const { fate, account } = await killedWithNewTokens('outlook');
    expect(fate).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown', transmit_count: 0 });
    expect(account).toEqual({ status: 'reauth_required', last_error_code: 'invalid_grant' });
  });

  it('writes no text, address or token of a message, whatever becomes of it', async () => {
    const faults = [
      {},
      { action: 'reset_after' },
      { action: 'answer', status: 400 },
      { action: 'answer', status: 503 },
    ];
    const secrets: string[] = ['mara@example.com', '15550001234', 'psid-mara', 'igsid-mara', 'Good morning', 'Hello'];
    const messages: string[] = [];
    for (const channel of CHANNELS) {
      for (const fault of faults) {
        const from = await desk.sender(channel);
        if ('action' in fault) await desk.providers.fault({ ...fault, account: from.external_account_id });
        secrets.push(from.external_account_id);
        messages.push(await desk.office.queue(from));
      }
    }
    const worker = start();
    for (const id of messages) await desk.settled(id);
    await worker.end();
    for (const id of messages) expect(worker.output).toContain(id);
    expect(secrets.filter((secret) => worker.output.includes(secret))).toEqual([]);
    expect(worker.output).not.toMatch(/ya29\.|EwB|EAA|IGAA|1\/\/|M\.C5_/);
  });
});
