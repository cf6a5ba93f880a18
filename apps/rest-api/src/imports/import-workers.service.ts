import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { IMPORT_JOB, ImportRunner, ImportService } from '#crm-domain/writes';
import { JobQueue, logger } from '#platform';

/** Imports of different workspaces that one process works on at once. */
const PLACES = 2;

/** Works on imports, beside any number of processes that do the same. */
@Injectable()
export class ImportWorkers implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    @Inject(JobQueue) private readonly queue: JobQueue,
    @Inject(ImportService) private readonly imports: ImportService,
    @Inject(ImportRunner) runner: ImportRunner,
  ) {
    const work = async (at: { workspace_id: string; import_id: string }, signal: AbortSignal) => {
      const hasMore = await runner.run(at, AbortSignal.any([signal, this.stopping.signal]));
      if (hasMore) await this.send(at.workspace_id, at.import_id);
    };
    queue.work(IMPORT_JOB, work, PLACES);
  }

  /** Has somebody work on an import. What is not heard is found by the sweep. */
  async send(workspace_id: string, import_id: string): Promise<void> {
    const sending = { key: import_id, tenant: workspace_id };
    await this.queue.send(IMPORT_JOB, { workspace_id, import_id }, sending).catch((error: unknown) => {
      logger.warn({ err: error, import_id }, 'An import could not be queued; it is found later.');
    });
  }

  /** Has somebody work on those that wait, whatever became of their jobs. */
  async sweep(): Promise<void> {
    for (const { workspace_id, import_id } of await this.imports.idle()) await this.send(workspace_id, import_id);
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }
}
