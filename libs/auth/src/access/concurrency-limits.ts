import type { ServerResponse } from 'node:http';
import { LargeRecord, WorkTime, type Caller } from '#crm-domain';
import { oneByOne, type LoadShedder, type Room } from '#platform';
import { ConcurrencyLimiter, bodyLength } from './concurrency-limiter.js';
import type { AnswerWeighing } from './requires.js';

/** Pages of one workspace at once: a large one takes all of a process for tens of milliseconds. */
const MAX_PAGES = 4;
/**
 * Bytes of an answer for each of which a page counts as one more: what reads and writes it lets nobody else in between.
 */
const BYTES_PER_PAGE = 512 * 1024;
/** What a page may take without more being counted. */
const FREE_SECONDS = 0.1;
/** Small writes of one workspace at once. */
const MAX_WRITES = 5;
/**
 * The parts of a process's connections that one workspace may hold with its pages, and with its writes. Each may hold
 * one for as long as it takes, and others need one as well.
 */
const PART_FOR_PAGES = 0.4;
const PART_FOR_WRITES = 0.5;
/**
 * Bytes of a body for each of which a write counts as one more: what it stores, indexes and tells takes time by its
 * length.
 */
const BYTES_PER_WRITE = 32 * 1024;
/** Bytes of a body from which on it is read in turn: reading and judging it takes a process for milliseconds. */
export const LARGE_BODY = 64 * 1024;
/** The same of names and values: parsing takes a microsecond or more for each name that is new. */
const MANY_PARTS = 2000;
/** Large bodies of one workspace at once. */
const MAX_LARGE_BODIES = 2;
/** Calls of one workspace at once to endpoints that may take their time. */
const MAX_CALLS = 4;

/** What one workspace may have under way at once in a process, by kind (see `ConcurrencyLimiter`). */
export class ConcurrencyLimits {
  /** What gives many records or events, or as much as that. */
  readonly pages: ConcurrencyLimiter;
  readonly writes: ConcurrencyLimiter;
  /** Requests that make many writes. */
  private readonly batches: ConcurrencyLimiter;
  /** What waits for the answer of somebody else's endpoint. */
  readonly calls: ConcurrencyLimiter;
  private readonly bodies: ConcurrencyLimiter;

  /** @param connections that the process has to the database; one workspace gets no more than nine tenths of them */
  constructor(admission: LoadShedder, connections = 10) {
    const { pages, writes, calls } = admission;
    const held = (part: number, most: number) => Math.min(most, Math.max(1, Math.floor(connections * part)));
    this.pages = new ConcurrencyLimiter(admission, {
      name: 'pages',
      room: pages,
      most: partOf(pages, 2, held(PART_FOR_PAGES, MAX_PAGES)),
    });
    this.writes = new ConcurrencyLimiter(admission, {
      name: 'writes',
      room: writes,
      most: partOf(writes, 4, held(PART_FOR_WRITES, MAX_WRITES)),
      costOf: (request) => 1 + Math.floor(bodyLength(request) / BYTES_PER_WRITE),
    });
    this.batches = new ConcurrencyLimiter(admission, { name: 'batches', room: writes, most: 1 });
    const ofBodies = partOf(writes, 4, MAX_LARGE_BODIES);
    this.bodies = new ConcurrencyLimiter(admission, { name: 'large bodies', room: writes, most: ofBodies });
    this.calls = new ConcurrencyLimiter(admission, { name: 'calls', room: calls, most: partOf(calls, 2, MAX_CALLS) });
  }

  /**
   * Gives a page when its turn has come. It is counted before, by what the last one weighed: of a burst the first would
   * else be counted after the last was worked on. What it takes beyond 100 ms, and what it works on beside its answer, is
   * counted when it ends, however it does.
   * @param name of the route or tool
   * @throws what `ConcurrencyLimiter.run` throws, DomainError rate_limited
   */
  page<T>({ caller, response, weight }: Asking, name: string, work: () => Promise<T>): Promise<T> {
    const costs = 1 + Math.floor((weight?.expected(name) ?? 0) / BYTES_PER_PAGE);
    const counted = async () => {
      weight?.foresee(name);
      const time = new WorkTime();
      try {
        return await time.of(work);
      } catch (error) {
        // Whoever has gone is counted: its work was done all the same, or it left to have it stopped.
        if (!response.closed) weight?.giveBack();
        throw error;
      } finally {
        weight?.spendTime(Math.max(0, time.seconds - FREE_SECONDS));
        if (time.bytes > 0) weight?.workOn(time.bytes);
      }
    };
    return this.pages.run(caller, response, counted, costs);
  }

  /**
   * Does a write when its turn has come, and counts what it works on beside its answer.
   * @throws what `ConcurrencyLimiter.run` throws
   */
  write<T>(asking: Asking, work: () => Promise<T>, costs?: number): Promise<T> {
    return this.writes.run(asking.caller, asking.response, () => counted(asking, work), costs);
  }

  /**
   * Does what makes many writes: one such request of a workspace at a time. It holds a connection of those that are for
   * its writes.
   * @throws what `ConcurrencyLimiter.run` throws
   */
  many<T>(asking: Asking, work: () => Promise<T>): Promise<T> {
    return this.batches.run(asking.caller, asking.response, () => this.write(asking, work, 1));
  }

  /**
   * Reads a body, in turn where it is large: a workspace may send as many as it has credentials. Until then it is left
   * with its sender.
   * @param isLarge where more is known of it than its length
   * @throws what `ConcurrencyLimiter.run` throws
   */
  async body<T>(
    caller: Caller,
    response: ServerResponse,
    read: () => Promise<T>,
    isLarge = bodyLength(response.req) >= LARGE_BODY,
  ): Promise<T> {
    return isLarge ? this.bodies.run(caller, response, () => oneByOne(read)) : read();
  }

  /**
   * Does work that may find a large record. Where it does, it is done again when its turn among the pages has come, and
   * none of them beside it: reading and writing such a record takes a process for as long as they all do. What it works
   * on beside its answer is counted.
   * @param work throws LargeRecord, with nothing done, when it is asked to defer large records
   * @throws what `ConcurrencyLimiter.run` throws
   */
  async largeAlone<T>(request: Asking, work: (defersLarge: boolean) => Promise<T>): Promise<T> {
    try {
      return await work(true);
    } catch (error) {
      if (!(error instanceof LargeRecord)) throw error;
      request.weight?.workOn(error.bytes);
      const alone = () => counted(request, () => work(false));
      return this.pages.run(request.caller, request.response, () => mayWeigh(request, alone), MAX_PAGES);
    }
  }
}

/** Whether a body that was read is to be parsed in turn. */
export function isLargeBody({ bytes, parts }: { bytes: number; parts: number }): boolean {
  return bytes >= LARGE_BODY || parts > MANY_PARTS;
}

/** Who asks, and what is told of it. */
interface Asking {
  caller: Caller;
  response: ServerResponse;
  weight?: AnswerWeighing;
}

/** Does work unless the answers to its workspace have weighed too much; then what was foreseen of it counts for nothing. */
function mayWeigh<T>({ weight }: Asking, work: () => Promise<T>): Promise<T> {
  try {
    weight?.refuseHeavy();
  } catch (error) {
    weight?.giveBack();
    throw error;
  }
  return work();
}

/** Counts what is worked on beside an answer: records that a write makes or undoes, values of the past. */
async function counted<T>({ weight }: Asking, work: () => Promise<T>): Promise<T> {
  const said = new WorkTime(false);
  try {
    return await said.of(work);
  } finally {
    if (said.bytes > 0) weight?.workOn(said.bytes);
  }
}

/** No workspace has all of a room, however small a service is. */
function partOf({ most }: Room, divisor: number, max: number): number {
  return Math.min(max, Math.ceil(most / divisor));
}
