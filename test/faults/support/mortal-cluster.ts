import { setTimeout as sleep } from 'node:timers/promises';
import { distribute, migrate } from '#crm-domain/operations';
import { CitusCluster } from '../../growth/support/citus-cluster.js';
import { Bystander, type Outage, type Services, type Tenant } from './bystander.js';
import { Chance } from './chance.js';
import type { Blows, DatabaseUnderFire } from './database-under-fire.js';
import { manyTenants, tenantsOnNode } from './tenants-of-nodes.js';

const DATABASE = 'ledger';
const BYSTANDERS = 6;
const SEED = 7;

/** A Citus of which nodes are killed and restarted, which grows and is drained, while it is written to. */
export class MortalCluster implements DatabaseUnderFire {
  private readonly outages: Outage[] = [];
  private tenants: Tenant[] = [];
  private watching: Bystander[] = [];
  private hasGrown = false;
  private hasDrained = false;

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
    const restarted = async () => {
      await coordinator.stop();
      await coordinator.start();
    };
    return {
      'first worker killed': (ms) => this.killed(workers[0]!, ms),
      'second worker killed': (ms) => this.killed(workers[1]!, ms),
      'coordinator restarted': () => this.during('away', () => true, restarted),
      'node added and shards moved': () => this.grow(),
      'node drained and filled again': () => this.drain(),
    };
  }

  async bystanders(services: Services, complaints: string[]): Promise<Bystander[]> {
    this.tenants = await manyTenants(this.url, BYSTANDERS);
    const means = { chance: new Chance(SEED), outages: this.outages, complaints };
    return (this.watching = this.tenants.map((tenant) => new Bystander(tenant, services, means)));
  }

  remarks(): string[] {
    const longest = (of: (each: Bystander) => number) => Math.round(Math.max(...this.watching.map(of)));
    const acknowledged = this.watching.reduce((sum, each) => sum + each.acknowledged, 0);
    const waits = this.watching.flatMap((each) => each.waits).sort((one, other) => one - other);
    const share = (part: number) => `${Math.round(waits[Math.floor(part * (waits.length - 1))] ?? 0)} ms`;
    return [
      `${BYSTANDERS} other tenants had ${acknowledged} changes acknowledged. From one to the next while their node was there:`,
      `half within ${share(0.5)}, 99 % within ${share(0.99)}, all within ${share(1)}; while shards were moved all within ${longest((each) => each.longestMove)} ms.`,
      `The longest wait after a node, or the coordinator, was back: ${longest((each) => each.longestRecovery)} ms.`,
    ];
  }

  remove(): Promise<void> {
    return this.cluster.remove();
  }

  private async killed(worker: CitusCluster['workers'][number], ms: number): Promise<void> {
    const theirs = await tenantsOnNode(this.url, worker.port, this.tenants);
    const away = async () => {
      await worker.kill();
      await sleep(2 * ms);
      await worker.start();
    };
    await this.during('away', (workspaceId) => theirs.has(workspaceId), away);
  }

  private async during(kind: Outage['kind'], concerns: Outage['concerns'], act: () => Promise<void>): Promise<void> {
    const outage = { kind, concerns, from: performance.now(), to: Infinity };
    this.outages.push(outage);
    await act();
    outage.to = performance.now();
  }

  /** Once; later there is nothing left to be moved. */
  private async grow(): Promise<void> {
    if (this.hasGrown) return;
    this.hasGrown = true;
    await this.during(
      'moving',
      () => true,
      () => this.cluster.grow(DATABASE),
    );
  }

  /** Once; it takes long. */
  private async drain(): Promise<void> {
    if (this.hasDrained) return;
    this.hasDrained = true;
    await this.during(
      'moving',
      () => true,
      () => this.cluster.drain(DATABASE, this.cluster.workers[1]!),
    );
  }
}
