import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '#crm-domain';
import { LoadShedder } from '#platform';
import { LongAnswers, type LongAnswer } from './long-answers.js';

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

  constructor(@Inject(LoadShedder) private readonly admission: LoadShedder) {}

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
