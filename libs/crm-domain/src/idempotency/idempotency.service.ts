import type { AccessService } from '../access/access.service.js';
import type { Capability, Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { DomainError, conflict, invalid } from '../errors.js';
import { inSchemaTurn } from '../objects/change-schema.js';
import { LargeRecord } from '../records/find-record.js';
import { SHORT_BYTES } from '../records/record-size.js';
import { fingerprintOf } from './fingerprint.js';
import { settled, type Outcome } from './settled.js';

/** What tells a request that is sent again from another one with the same key. */
export interface KeyedRequest<T = unknown> {
  key: string;
  /** Operation and input; any JSON. */
  input: unknown;
  /** What the operation needs; proved before a kept answer is given out. */
  needs: Capability | null;
  /** What is kept of the answer, when that is not all of it. */
  keep?: (answer: T) => unknown;
}

const ROUNDS = 100;
/** Of the answers of more than 64 KiB that a workspace keeps. What it keeps of others is bounded by its rate of writes. */
const MOST_LARGE_BYTES = 512 * 1024 * 1024;
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Requests that can be sent again without being done again: the answer is kept for 24 hours, in the write's own
 * transaction.
 */
export class IdempotencyService {
  constructor(
    private readonly db: Db,
    private readonly access: AccessService,
  ) {}

  /**
   * Does `work` once for a key and credential. A request that failed is forgotten with everything it did, and may be
   * sent again with the same key. @throws DomainError validation for a bad key, conflict for another request with it,
   * rate_limited when the workspace keeps too many large answers
   * @throws LargeRecord for a kept answer of more than 64 KiB, where the caller defers them
   */
  async once<T>(
    caller: Caller,
    request: KeyedRequest<T>,
    work: () => Promise<T>,
  ): Promise<{ answer: T; replayed: boolean }> {
    const { key, input, needs, keep = (answer) => answer } = request;
    if (!KEY.test(key))
      throw invalid([
        { path: 'Idempotency-Key', message: 'Expected 1 to 255 visible ASCII characters.', expected: 'a key' },
      ]);
    await this.access.authorize(caller, needs);
    const credential = caller.api_key_id ?? `${caller.user_id}|${caller.client_id}`;
    const fingerprint = fingerprintOf(input);
    const once = () =>
      this.db.joinTransaction(caller.workspace_id, async (): Promise<Outcome<T> & { replayed: boolean }> => {
        const isNew = await this.db.autocommit(caller.workspace_id, (s) =>
          s.idempotency.take(credential, key, fingerprint),
        );
        if (!isNew) return { answer: await this.kept<T>(caller, { credential, key, fingerprint }), replayed: true };
        const done = await settled(work);
        if ('refusal' in done)
          await this.db.autocommit(caller.workspace_id, (s) => s.idempotency.release(credential, key));
        else await this.keep(caller, { credential, key }, JSON.stringify(keep(done.answer)));
        return { ...done, replayed: false };
      });
    const inTurn = () => this.db.inTurn(`key ${caller.workspace_id} ${credential} ${key}`, once);
    const done = await (needs === 'write:schema' ? inSchemaTurn(this.db, caller.workspace_id, inTurn) : inTurn());
    if ('refusal' in done) throw done.refusal;
    return done;
  }

  /** Takes away the answers that are older than a day, as many as there are within some rounds; gives how many. */
  async tidy(): Promise<number> {
    let count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const gone = await this.db.system.forgetAnswers();
      count += gone;
      if (gone === 0) break;
    }
    return count;
  }

  /** Requests that are under way at once do not see each other: together they may keep a few answers more. */
  private async keep(
    { workspace_id }: Caller,
    { credential, key }: { credential: string; key: string },
    text: string,
  ): Promise<void> {
    const bytes = Buffer.byteLength(text);
    const largeBytes = bytes > SHORT_BYTES ? bytes : null;
    await this.db.autocommit(workspace_id, async (s) => {
      if (largeBytes !== null) refuseTooMany(await s.idempotency.large(), largeBytes);
      await s.idempotency.keep(credential, key, { text, largeBytes });
    });
  }

  private async kept<T>(
    caller: Caller,
    { credential, key, fingerprint }: { credential: string; key: string; fingerprint: string },
  ): Promise<T> {
    const most = caller.defersLarge ? SHORT_BYTES : null;
    const row = await this.db.autocommit(caller.workspace_id, (s) => s.idempotency.find(credential, key, most));
    // What the request was is not known any more either.
    if (row && isErased(row.answer))
      throw conflict(
        'answer_erased',
        'The answer to the request with this idempotency key held data of a person that was erased. Nothing is done again.',
      );
    if (row?.fingerprint !== fingerprint)
      throw conflict(
        'idempotency_key_reused',
        'This idempotency key was used for another request. Use a new key for each request.',
      );
    if (most !== null && row.bytes > most) throw new LargeRecord(row.bytes);
    return row.answer as T;
  }
}

/** Whether an erasure has taken the answer away. */
function isErased(answer: unknown): boolean {
  const fields = Object.entries((answer ?? {}) as object);
  return fields.length === 1 && fields[0]![0] === 'erased' && fields[0]![1] === true;
}

function refuseTooMany(kept: { bytes: number; seconds: number }, more: number): void {
  if (kept.bytes + more <= MOST_LARGE_BYTES) return;
  const message =
    'The responses of more than 64 KiB to requests with an idempotency key would be more than 512 MiB for this ' +
    'workspace within 24 hours. Nothing was written. Send the request without a key, or later.';
  throw new DomainError('rate_limited', message, [], Math.max(1, Math.ceil(kept.seconds)));
}
