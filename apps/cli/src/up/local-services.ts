import { ServiceProcesses } from '#platform';
import type { LocalEnvironment, PlacedService } from '../services.js';
import type { Steps } from './steps.js';

/** The services as processes of this machine; they can be started anew. */
export class LocalServices {
  private processes?: ServiceProcesses;
  private fail!: (sentence: string) => void;
  /** Resolves with a sentence when one ends that should not have. */
  readonly failed = new Promise<string>((resolve) => (this.fail = resolve));

  constructor(
    private readonly services: readonly PlacedService[],
    private readonly log: (name: string, line: string) => void,
  ) {}

  /** All at once: none needs another to start. */
  async start(steps: Steps, near: LocalEnvironment, env: NodeJS.ProcessEnv): Promise<void> {
    const processes = new ServiceProcesses(this.log);
    this.processes = processes;
    void processes.failed.then(this.fail);
    const title = this.services.map(({ name, port }) => `${name} ${port}`).join(', ');
    await steps.take(title, () =>
      Promise.all(this.services.map((service) => processes.start(service.process(near, env)))),
    );
  }

  async stop(): Promise<void> {
    await this.processes?.stop();
  }
}
