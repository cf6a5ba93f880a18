import { AccountTokens, DeliveryWorker, channelsFor } from '#channels';
import { DELIVERY_NUMBERS, DeliveryService, type DeliveryNumbers } from '#crm-domain/messaging';
import { BRIEF_GRACE, PATIENT } from './support/brief-times.js';
import { eventually } from '../support/eventually.js';
import { Desk } from './support/desk.js';
import { vault } from './support/stand-ins.js';

type Options = ConstructorParameters<typeof DeliveryWorker>[0];

/** An error that nobody expects: no DomainError, and Postgres's code for a wrong password. */
const unexpected = () => Object.assign(new Error('It failed.'), { code: '28P01' });

describe('an error that nobody expects', () => {
  let desk: Desk;
  const workers: DeliveryWorker[] = [];

  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await desk.providers.calmDown();
  });
  afterAll(() => desk.close());

  const arrivals = async (text: string) => (await desk.providers.arrivals({ text })).length;

  /** A worker of which a part fails as `spoil` says. */
  const work = (numbers: Partial<DeliveryNumbers>, spoil: (options: Options) => void) => {
    const { office, providers } = desk;
    const options: Options = {
      deliveries: new DeliveryService(office.domain.db, { ...DELIVERY_NUMBERS, ...PATIENT, ...numbers }),
      accounts: new AccountTokens(office.domain.db, vault, providers.settings),
      channels: channelsFor(providers.settings, BRIEF_GRACE),
      databaseUrl: office.url,
    };
    spoil(options);
    const worker = new DeliveryWorker(options);
    workers.push(worker);
    worker.start();
  };

  it('while leases are given back stops no message, nor does that which takes for ever', async () => {
    let tries = 0;
    let end: (count: number) => void = () => undefined;
    const hangs = new Promise<number>((resolve) => (end = resolve));
    const sender = await desk.sender('whatsapp');
    work({}, ({ deliveries }) => {
      deliveries.release = () => (++tries === 1 ? Promise.reject(unexpected()) : hangs);
    });
    await eventually(() => tries === 2);
    const id = await desk.office.queue(sender, { body: 'beside what hangs' });
    expect(await desk.settled(id)).toMatchObject({ status: 'sent' });
    end(0);
  });

  it('while an acceptance is written does not lose it', async () => {
    let failures = 0;
    const id = await desk.office.queue(await desk.sender('whatsapp'), { body: 'accepted' });
    // A lease that ends soon, and no patience with what is unknown: who forgets the answer ends it as unknown.
    work({ leaseMs: 3000, unknownMs: 0 }, ({ deliveries }) => {
      const conclude = deliveries.conclude.bind(deliveries);
      deliveries.conclude = (...given) => (++failures <= 2 ? Promise.reject(unexpected()) : conclude(...given));
    });
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', attempt: 1, transmit_count: 1 });
    expect(failures).toBe(3);
    expect(await arrivals('accepted')).toBe(1);
  });

  it('while a refusal is written does not lose its reason', async () => {
    let failures = 0;
    const sender = await desk.sender('whatsapp');
    await desk.providers.fault({ action: 'answer', status: 400, account: sender.external_account_id });
    const id = await desk.office.queue(sender, { body: 'refused' });
    work({ leaseMs: 3000, unknownMs: 0 }, ({ deliveries }) => {
      const conclude = deliveries.conclude.bind(deliveries);
      deliveries.conclude = (...given) => (++failures <= 2 ? Promise.reject(unexpected()) : conclude(...given));
    });
    const fate = await desk.settled(id);
    expect(fate).toMatchObject({ status: 'failed', attempt: 1, transmit_count: 1 });
    expect(fate.failure_code).not.toBe('outcome_unknown');
  });

  it('before a message is handed over has it tried again, until its time is over', async () => {
    let failures = 0;
    const id = await desk.office.queue(await desk.sender('whatsapp'), { body: 'never begun' });
    work({ giveUpMs: 2000 }, ({ accounts }) => {
      accounts.accessTo = () => (failures++, Promise.reject(new RangeError('Invalid time value')));
    });
    const given_up = { status: 'failed', failure_code: 'retries_exhausted', transmit_count: 0 };
    expect(await desk.settled(id)).toMatchObject(given_up);
    expect(failures).toBeGreaterThan(1);
    expect(await arrivals('never begun')).toBe(0);
  });

  it('while a message is handed over has it looked up, and not sent twice', async () => {
    const id = await desk.office.queue(await desk.sender('gmail'), { body: 'handed over' });
    work({}, ({ channels }) => {
      const { gmail } = channels;
      const transmit = gmail.transmit.bind(gmail);
      gmail.transmit = async (...given) => {
        await transmit(...given);
        throw unexpected();
      };
    });
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', transmit_count: 1 });
    expect(await arrivals('handed over')).toBe(1);
  });

  it('while the token of a refused message is replaced has it sent again', async () => {
    let failures = 0;
    const sender = await desk.sender('gmail');
    await desk.providers.fault({ action: 'answer', status: 401, account: sender.external_account_id });
    const id = await desk.office.queue(sender, { body: 'refused at first' });
    work({}, ({ accounts }) => {
      const reconsider = accounts.reconsider.bind(accounts);
      accounts.reconsider = (account, outcome, token) =>
        outcome.kind === 'rejected' ? (failures++, Promise.reject(unexpected())) : reconsider(account, outcome, token);
    });
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', transmit_count: 2 });
    expect(failures).toBe(1);
    expect(await arrivals('refused at first')).toBe(1);
  });

  it('at every look for a message ends it as unknown when its time is over', async () => {
    const sender = await desk.sender('whatsapp');
    await desk.providers.fault({ action: 'reset_after', account: sender.external_account_id });
    const id = await desk.office.queue(sender, { body: 'looked for' });
    work({ giveUpMs: 2000 }, ({ channels }) => {
      channels.whatsapp.reconcile = () => Promise.reject(unexpected());
    });
    expect(await desk.settled(id)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
    expect(await arrivals('looked for')).toBe(1);
  });
});
