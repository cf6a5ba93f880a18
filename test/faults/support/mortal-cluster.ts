import { setTimeout as sleep } from 'node:timers/promises';
import { distribute, migrate } from '#crm-domain/operations';
import { CitusCluster } from '../../growth/support/citus-cluster.js';
import type { Blows, DatabaseUnderFire } from './database-under-fire.js';

const DATABASE = 'ledger';

/** A Citus of which nodes are killed and restarted, and which grows, while it is written to. */
export class MortalCluster implements DatabaseUnderFire {
  private hasGrown = false;

  private constructor(
    private readonly cluster: CitusCluster,
    readonly url: string,
  ) {}

  static async start(programs: string): Promise<MortalCluster> {
    const cluster = await CitusCluster.start(programs);
    return new MortalCluster(cluster, await cluster.database(DATABASE));
  }

  get directUrl(): string {
    return this.url;
  }

  async prepare(): Promise<void> {
    await migrate(this.url);
    await distribute(this.url);
  }

  blows(): Blows {
    const { coordinator, workers } = this.cluster;
    return {
      'first worker killed': (ms) => this.killed(workers[0]!, ms),
      'second worker killed': (ms) => this.killed(workers[1]!, ms),
      'coordinator restarted': async () => {
        await coordinator.stop();
        await coordinator.start();
      },
      'node added and shards moved': () => this.grow(),
    };
  }

  remove(): Promise<void> {
    return this.cluster.remove();
  }

  private async killed(worker: CitusCluster['workers'][number], ms: number): Promise<void> {
    await worker.kill();
    await sleep(2 * ms);
    await worker.start();
  }

  /** Once; later there is nothing left to be moved. */
  private async grow(): Promise<void> {
    if (this.hasGrown) return;
    this.hasGrown = true;
    await this.cluster.grow(DATABASE);
  }
}
