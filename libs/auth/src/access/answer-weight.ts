import type { Caller } from '#crm-domain';
import { CpuTime } from '#platform';
import type { AnswerWeighing, BodySize } from './requires.js';
import { requestsOf, type RateKind, type RateLimiter } from './rate-limiter.js';

/** Milliseconds of CPU that a request may take without more being counted. */
const FREE_CPU_MS = 5;
/** Bytes of an answer that take as much of a process as a millisecond of CPU. */
const BYTES_OF_MS = 40 * 1024;

/** What the answer to one request counts against the rate of its caller's credential, beside the request itself. */
export class AnswerWeight implements AnswerWeighing {
  private work?: string;
  private foreseen = 0;
  /** Bytes that were worked on for the answer. */
  private worked = 0;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly caller: Caller,
    private readonly kind: RateKind,
  ) {}

  /** Bytes that an answer may have: as many as the last one to the same work. */
  expected(work: string): number {
    return this.limiter.expected(this.caller, work);
  }

  /**
   * Counts an answer before it is made, by what the last one to the same work weighed.
   * @param work its name: a route or a tool
   * @throws DomainError rate_limited when the credential, or its workspace, has used up more than it may
   */
  foresee(work: string): void {
    this.foreseen += this.limiter.foresee(this.caller, this.kind, work);
    this.work = work;
  }

  /** @throws DomainError rate_limited when other answers to the caller's workspace have weighed more than they may */
  refuseHeavy(): void {
    this.limiter.refuseHeavy(this.caller, this.kind, this.foreseen);
  }

  /** Counts what is worked on for an answer before it is: the answer weighs so many bytes at least. */
  workOn(bytes: number): void {
    this.worked += bytes;
    this.foreseen += this.limiter.weigh(this.caller, this.kind, bytes);
  }

  /** Counts all that the credential may ask for in so many seconds, which an answer took. */
  spendTime(seconds: number): void {
    this.limiter.spendTime(this.caller, this.kind, seconds);
  }

  /** Counts further items of a request that carries several, and a body of many bytes or parts. */
  spendItems(more: number, body?: BodySize): void {
    this.limiter.spendItems(this.caller, this.kind, more + (body ? requestsOf(body) : 0));
  }

  /** Counts an answer by its bytes, or by the CPU time that it took, in place of what was foreseen of it. */
  weigh(bytes: number): void {
    const cpu = this.cpu();
    const least = Math.max(bytes, this.worked);
    const weight = Math.max(least, bytesBeyondFree(cpu));
    if (this.work !== undefined) this.limiter.remember(this.caller, this.work, weight);
    // A hundred requests a second with what is free for each take half of a process: of all credentials of a workspace
    // together, nothing is free.
    this.limiter.weigh(this.caller, this.kind, weight, Math.max(least, cpu * BYTES_OF_MS));
    this.giveBack();
  }

  /**
   * Counts a piece of an answer that is made while it is sent, as `weigh` does a whole one.
   * @returns bytes that take as much of a process as it did, and seconds that the next piece has to wait
   */
  weighPiece(bytes: number): { bytes: number; wait: number } {
    const made = Math.max(bytes, CpuTime.take() * BYTES_OF_MS);
    this.limiter.weigh(this.caller, this.kind, this.limiter.countsCpu ? made : bytes);
    return { bytes: made, wait: this.limiter.untilHalf(this.caller, this.kind) };
  }

  /** Counts the CPU time of a request that was refused, and nothing else. */
  refuse(): void {
    const bytes = bytesBeyondFree(this.cpu());
    if (bytes > this.worked) this.limiter.weigh(this.caller, this.kind, bytes - this.worked);
  }

  /** Milliseconds, of reads alone: what a write takes is counted by its body and its items. */
  private cpu(): number {
    return this.kind === 'reads' && this.limiter.countsCpu ? CpuTime.take() : 0;
  }

  /** There is no answer: what was foreseen of it is not counted. */
  giveBack(): void {
    this.limiter.giveBack(this.caller, this.kind, this.foreseen);
    this.foreseen = 0;
  }
}

function bytesBeyondFree(cpuMs: number): number {
  return Math.max(0, (cpuMs - FREE_CPU_MS) * BYTES_OF_MS);
}
