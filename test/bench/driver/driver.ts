import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { World } from '../dataset/world.js';
import type { Driven, Order } from './turn.js';

/** The driving process, seen from the benchmark's. */
export class Driver {
  private readonly child: ChildProcess;

  constructor(worlds: World[]) {
    this.child = fork(fileURLToPath(new URL('./main.js', import.meta.url)));
    this.child.send({ worlds });
  }

  /** @throws Error when the server stopped answering */
  async drive(order: Order): Promise<Driven> {
    this.child.send({ order });
    const [driven] = (await once(this.child, 'message')) as [Driven];
    if (driven.requests === 0) throw new Error(`No request of "${order.traffic}" was answered: ${driven.failure}`);
    return driven;
  }

  stop(): void {
    this.child.disconnect();
  }
}
