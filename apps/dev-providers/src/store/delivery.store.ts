import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { ChannelName } from '#crm-domain/messaging';

/** One message that really left; two rows for one mark are a double send. */
export interface Delivery {
  channel: ChannelName;
  account: string;
  to: string[];
  cc: string[];
  subject: string | null;
  text: string;
  mark: string | null;
  provider_message_id: string;
  thread: string | null;
  /** ISO 8601. */
  at: string;
}

export interface DeliveryFilter {
  channel?: string;
  account?: string;
  mark?: string;
  text?: string;
  /** One of the recipients. */
  to?: string;
}

const INSERT = `
  insert into delivery (channel, account, recipients, subject, text, mark, provider_message_id, thread, at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** What left, in order: the truth that tests compare with. */
export class DeliveryStore {
  private readonly insert: StatementSync;

  constructor(private readonly store: DatabaseSync) {
    this.insert = store.prepare(INSERT);
  }

  record(delivery: Omit<Delivery, 'at'>): void {
    const { channel, account, to, cc, subject, text, mark, provider_message_id, thread } = delivery;
    const recipients = JSON.stringify({ to, cc });
    this.insert.run(channel, account, recipients, subject, text, mark, provider_message_id, thread, Date.now());
  }

  list({ to, ...exact }: DeliveryFilter): Delivery[] {
    const given = Object.entries(exact).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const where = given.map(([column]) => `${column} = ?`).join(' and ');
    const sql = `select * from delivery ${where && `where ${where}`} order by seq`;
    const rows = this.store.prepare(sql).all(...given.map(([, value]): SQLInputValue => value));
    return rows.map(asDelivery).filter((delivery) => to === undefined || reaches(delivery, to));
  }

  clear(): void {
    this.store.exec('delete from delivery');
  }

  /** How often each mark was delivered; anything above 1 is a double send. */
  countsByMark(): Record<string, number> {
    const rows = this.store
      .prepare('select mark, count(*) as count from delivery where mark is not null group by mark')
      .all();
    return Object.fromEntries(rows.map(({ mark, count }) => [String(mark), Number(count)]));
  }
}

function asDelivery(row: Record<string, unknown>): Delivery {
  const { seq: _seq, recipients, at, ...rest } = row;
  const { to, cc } = JSON.parse(String(recipients)) as Pick<Delivery, 'to' | 'cc'>;
  return { ...(rest as Omit<Delivery, 'to' | 'cc' | 'at'>), to, cc, at: new Date(Number(at)).toISOString() };
}

function reaches({ to, cc }: Delivery, recipient: string): boolean {
  // A telephone number is the same with and without its plus.
  const plain = (address: string) => address.replace(/^\+/, '');
  return [...to, ...cc].some((address) => plain(address) === plain(recipient));
}
