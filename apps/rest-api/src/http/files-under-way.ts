import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { AnswerWeighing } from '#auth';
import { DomainError } from '#crm-domain';
import { CpuTime, LoadShedder, logger } from '#platform';
import { LongAnswers, type LongAnswer } from './long-answers.js';
import { Pace } from './pace.js';

/** Of all files together, or what takes as much of the process: more would take it from its other callers. */
const MAX_BYTES_PER_SECOND = 16 * 1024 * 1024;
/** Files that are sent at a time by this process, and of one workspace: each holds a piece of some megabytes. */
const MAX_OF_ALL = 16;
const MAX_OF_WORKSPACE = 4;

/** An answer that was begun. */
export interface Download extends LongAnswer {
  response: Response;
}

/** A file to be sent. */
interface Sent {
  pieces: AsyncIterable<Buffer | string>;
  /** Names it in the log. */
  told: object;
  /** Counts what is made while it is sent. */
  weight?: AnswerWeighing | undefined;
}

/** Answers that are files. How slowly one is read is its caller's affair: it holds no place of a request meanwhile. */
@Injectable()
export class FilesUnderWay {
  private readonly sending = new LongAnswers<Download>();
  private readonly pace = new Pace(MAX_BYTES_PER_SECOND);

  constructor(@Inject(LoadShedder) private readonly admission: LoadShedder) {}

  /** Counts an answer until it ends. One of a workspace that has many may end for it. @throws DomainError rate_limited */
  begin(workspaceId: string, response: Response): Download {
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
    if (response.closed || response.destroyed) return download;
    this.sending.add(download);
    response.once('close', () => this.sending.delete(download));
    this.admission.leave(response);
    return download;
  }

  /** Sends one that was begun. Whoever goes away, or reads nothing for a minute, ends it. */
  async send({ pieces, told, weight }: Sent, { workspaceId, response }: Download): Promise<void> {
    // Its headers are all that is asked for: the file would be made in vain.
    if (response.req.method === 'HEAD') return void response.end();
    const gone = goneOf(response);
    try {
      // A piece is made when it is its turn: nothing is made for who has gone meanwhile.
      if (!(await this.pace.turn(workspaceId, gone))) return;
      for await (const piece of pieces) {
        await this.weigh(Buffer.byteLength(piece), gone, weight);
        if (gone.aborted) return;
        if (!response.write(piece)) await once(response, 'drain', { signal: gone });
        if (!(await this.pace.turn(workspaceId, gone))) return;
        CpuTime.resume();
      }
      this.pace.spent(0);
      response.end();
    } catch (error) {
      if (gone.aborted) return;
      logger.warn({ err: error, ...told }, 'A download was broken off.');
      response.destroy();
    }
  }

  /** Counts a piece, and waits as long as its caller has to. */
  private async weigh(bytes: number, gone: AbortSignal, weight?: AnswerWeighing): Promise<void> {
    const made = weight?.weighPiece?.(bytes) ?? { bytes, wait: 0 };
    this.pace.spent(made.bytes);
    if (made.wait > 0) await sleep(made.wait * 1000, undefined, { ref: false, signal: gone });
  }
}

/** Aborted once nobody reads an answer any more. Of who went away before, `close` is not told again. */
function goneOf(response: Response): AbortSignal {
  if (response.closed || response.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
