import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const FIRST_WAIT = 250;
const MAX_WAIT = 5000;

/**
 * Hears `pg_notify('message_delivery', '')` on a connection of its own, and makes a new one whenever that is lost. What
 * was said in between was not heard: each new connection counts as a call, and whoever listens looks for himself now
 * and then.
 */
export class NotifyListener {
  private socket?: Socket;
  private running?: Promise<void>;
  private readonly stopping = new AbortController();

  constructor(
    private readonly databaseUrl: string,
    private readonly wake: () => void,
  ) {}

  start(): void {
    this.running ??= this.listen();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    // Without a goodbye, for which one would have to wait: the database may not answer.
    this.socket?.destroy();
    await this.running;
  }

  private async listen(): Promise<void> {
    const { signal } = this.stopping;
    for (let wait = FIRST_WAIT; !signal.aborted; wait = Math.min(wait * 2, MAX_WAIT)) {
      const heard = await this.hear();
      if (heard) wait = FIRST_WAIT;
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost. False when there was none. */
  private async hear(): Promise<boolean> {
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: this.databaseUrl,
      application_name: 'crm-delivery-wake',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    // Told by `end` as well; unheard, it would end the process.
    client.on('error', () => socket.destroy());
    client.on('notification', this.wake);
    this.socket = socket;
    try {
      await Promise.race([client.connect(), lost]);
      await client.query('listen message_delivery');
    } catch {
      socket.destroy();
      return false;
    }
    this.wake();
    await lost;
    return true;
  }
}
