import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { IMPORT_JOB, LARGE_FILE_JOB, ImportRunner, ImportService } from '#crm-domain/writes';
import { JobQueue, logger } from '#platform';

/** Imports of different workspaces that one process works on at once. */
const PLACES = 2;
/** Large files of different workspaces that one process reads by turns. */
const LARGE_FILES = 4;

type ImportKey = { workspace_id: string; import_id: string };

/** Works on imports, beside any number of processes that do the same. */
@Injectable()
export class ImportWorkers implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    @Inject(JobQueue) private readonly queue: JobQueue,
    @Inject(ImportService) private readonly imports: ImportService,
    @Inject(ImportRunner) runner: ImportRunner,
  ) {
    const run = async (at: ImportKey, signal: AbortSignal) => {
      const hasMore = await runner.run(at, AbortSignal.any([signal, this.stopping.signal]));
      if (hasMore) await this.send(at.workspace_id, at.import_id);
    };
    const runSmall = async (at: ImportKey, signal: AbortSignal) =>
      (await runner.hasLargeFile(at)) ? this.queueJob(LARGE_FILE_JOB, at) : run(at, signal);
    queue.work(IMPORT_JOB, runSmall, PLACES);
    queue.work(LARGE_FILE_JOB, run, LARGE_FILES);
  }

  /** Has somebody work on an import. What is not heard is found by the sweep. */
  send(workspace_id: string, import_id: string): Promise<void> {
    return this.queueJob(IMPORT_JOB, { workspace_id, import_id });
  }

  private async queueJob(kind: typeof IMPORT_JOB, at: ImportKey): Promise<void> {
    const { workspace_id: tenant, import_id } = at;
    try {
      // Whoever has several waits behind those who have one.
      const priority = -(await this.imports.working(tenant));
      await this.queue.send(kind, at, { key: import_id, tenant, priority });
    } catch (error) {
      logger.warn({ err: error, import_id }, 'An import could not be queued; it is found later.');
    }
  }

  /** Has somebody work on those that wait, whatever became of their jobs. */
  async sweep(): Promise<void> {
    for (const { workspace_id, import_id } of await this.imports.idle()) await this.send(workspace_id, import_id);
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }
}
