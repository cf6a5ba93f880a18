import { AccountTokens, DeliveryWorker, channelsFor } from '#channels';
import { DELIVERY_NUMBERS, DeliveryService, type ChannelName, type DeliveryNumbers } from '#crm-domain/messaging';
import { newId } from '#platform';
import { eventually } from '../../support/eventually.js';
import { BRIEF_GRACE, PATIENT } from './brief-times.js';
import { PostOffice, type Fate, type Sender } from './post-office.js';
import { StandIns, vault } from './stand-ins.js';

/** A post office beside the stand-ins for the providers, and workers of this very process. */
export class Desk {
  private readonly workers: DeliveryWorker[] = [];

  private constructor(
    readonly office: PostOffice,
    readonly providers: StandIns,
  ) {}

  static async open(): Promise<Desk> {
    return new Desk(await PostOffice.open(), await StandIns.start());
  }

  async close(): Promise<void> {
    await this.rest();
    await this.providers.close();
    await this.office.close();
  }

  /** A sender with an account at the stand-in; its token is good. */
  async sender(channel: ChannelName, options: { workspace_id?: string; external?: string } = {}): Promise<Sender> {
    const { external = newId() } = options;
    return this.office.sender(channel, { ...options, external, seal: await this.providers.account(channel, external) });
  }

  /** Starts a worker with short times; the office's database may be reached by another way. */
  work(numbers: Partial<DeliveryNumbers> = {}, { db } = this.office.domain): DeliveryWorker {
    const { office, providers } = this;
    const worker = new DeliveryWorker({
      deliveries: new DeliveryService(db, { ...DELIVERY_NUMBERS, ...PATIENT, ...numbers }),
      accounts: new AccountTokens(db, vault, providers.settings),
      channels: channelsFor(providers.settings, BRIEF_GRACE),
      databaseUrl: office.url,
    });
    this.workers.push(worker);
    worker.start();
    return worker;
  }

  /** Stops every worker. */
  async rest(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.stop()));
  }

  /** What became of a message, when that is known. */
  async settled(messageId: string): Promise<Fate> {
    await eventually(async () => (await this.office.fate(messageId)).status !== 'pending');
    return this.office.fate(messageId);
  }
}
