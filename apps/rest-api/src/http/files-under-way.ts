import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '#crm-domain';
import { LoadShedder } from '#platform';
import { LongAnswers, type LongAnswer } from './long-answers.js';
import { Pace } from './pace.js';

/** Of all files together: more would take the process from its other callers. */
const MAX_BYTES_PER_SECOND = 16 * 1024 * 1024;
/** Files that are sent at a time by this process, and of one workspace: each holds a piece of some megabytes. */
const MAX_OF_ALL = 16;
const MAX_OF_WORKSPACE = 4;

interface Download extends LongAnswer {
  response: Response;
}

/** Answers that are files. How slowly one is read is its caller's affair: it holds no place of a request meanwhile. */
@Injectable()
export class FilesUnderWay {
  private readonly sending = new LongAnswers<Download>();
  private readonly pace = new Pace(MAX_BYTES_PER_SECOND);

  constructor(@Inject(LoadShedder) private readonly admission: LoadShedder) {}

  /** Waits until a piece of so many bytes may be sent. */
  async waitFor(bytes: number): Promise<void> {
    const delay = this.pace.delayOf(bytes);
    if (delay > 0) await sleep(delay);
  }

  /** Counts an answer until it ends. One of a workspace that has many may end for it. @throws DomainError rate_limited */
  begin(workspaceId: string, response: Response): void {
    const download = { workspaceId, response };
    const isFull = this.sending.size >= MAX_OF_ALL;
    const other = isFull ? this.sending.inFavourOf(workspaceId) : undefined;
    if (this.sending.of(workspaceId).size >= MAX_OF_WORKSPACE || (isFull && !other))
      throw new DomainError('rate_limited', 'Too many files are being sent. Wait until one of them has ended.', [], 10);
    if (other) {
      this.sending.delete(other);
      other.response.destroy();
    }
    // Of who went away before, `close` is not told again.
    if (response.closed || response.destroyed) return;
    this.sending.add(download);
    response.once('close', () => this.sending.delete(download));
    this.admission.leave(response);
  }
}
