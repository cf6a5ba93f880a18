import { existsSync, readFileSync } from 'node:fs';

/**
 * What one process costs, as the Linux kernel counts it. The time of its main thread, which is the event loop's, is CPU
 * time: a machine that is busy with others makes it no longer.
 */
export class ProcessWatch {
  private readonly cpu: string;
  private last: number;

  constructor(private readonly pid: number) {
    this.cpu = `/proc/${pid}/task/${pid}/schedstat`;
    this.last = this.mainThreadMs();
  }

  /** Elsewhere than on Linux nothing can be told. */
  get isPossible(): boolean {
    return existsSync(this.cpu);
  }

  /** Milliseconds that the main thread ran since the last call. */
  ran(): number {
    const now = this.mainThreadMs();
    const ran = now - this.last;
    this.last = now;
    return ran;
  }

  residentMib(): number {
    if (!this.isPossible) return 0;
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))![1]) / 1024;
  }

  private mainThreadMs(): number {
    return this.isPossible ? Number(readFileSync(this.cpu, 'utf8').split(' ')[0]) / 1e6 : 0;
  }
}
