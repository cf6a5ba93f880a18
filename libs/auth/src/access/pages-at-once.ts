import type { ServerResponse } from 'node:http';
import { DomainError, type Claim } from '#crm-domain';
import { lengthOf, type Admission } from '#platform';
import { Shed } from './shed.js';

/** Pages of one workspace that are worked on at once: a large one takes all of a process for tens of milliseconds. */
const MOST = 4;
/** Requests of it that may wait. They hold none of the service's places. */
const MOST_WAITING = 64;
/** Bytes of a body for each of which a waiting request counts as one more: what waits is held in memory. */
const BYTES_OF_ONE = 64 * 1024;
/** What one counts as that does not say its length. */
const LONGEST_BODY = 1024 * 1024;
/** Milliseconds that a request waits at most. */
const LONGEST_WAIT = 10_000;

/** A request that waits, with each of its pages that does. */
interface Waiting {
  weight: number;
  pages: Turn[];
  timer: NodeJS.Timeout;
}

interface Turn {
  begin(): void;
  refuse(error: DomainError): void;
}

/** The pages of a workspace. */
interface Turns {
  underWay: number;
  waiting: Map<ServerResponse, Waiting>;
}

/**
 * Bounds how many pages are worked on at once: four of one workspace, and of all what `Admission` has places for. Pages of
 * a workspace beyond its four wait for their turn in the order of their requests and hold no place meanwhile, so that they
 * make nobody else wait. Counts in this process alone.
 */
export class PagesAtOnce {
  private readonly workspaces = new Map<string, Turns>();

  constructor(private readonly admission: Admission) {}

  /**
   * Does the work when its turn comes. It counts until it has ended, whether its caller is still there or not.
   * @param response of the request that asks for the page; it gives up its place. Several pages of one request wait as one
   * @throws DomainError rate_limited when 64 requests of the workspace wait, or as many bytes as 4 MiB of bodies, and when its turn
   * has not come within 10 s
   * @throws Shed when the service has too many pages of others
   */
  async run<T>({ workspace_id }: Claim, response: ServerResponse, work: () => Promise<T>): Promise<T> {
    this.admission.leave(response);
    const turns = this.workspaces.get(workspace_id) ?? { underWay: 0, waiting: new Map() };
    const turn = this.turnOf(turns, response);
    if (turns.underWay > 0) this.workspaces.set(workspace_id, turns);
    await turn;
    try {
      return await work();
    } finally {
      turns.underWay--;
      this.admission.endPage();
      this.resume(turns);
      if (turns.underWay === 0) this.workspaces.delete(workspace_id);
    }
  }

  private async turnOf(turns: Turns, response: ServerResponse): Promise<void> {
    const { underWay, waiting } = turns;
    if (waiting.size === 0 && underWay < MOST && this.admission.beginPage()) return void turns.underWay++;
    // With none under way there is none whose end would bring its turn.
    if (underWay === 0) {
      await new Promise<void>((answer) => this.admission.refuse(answer));
      throw new Shed();
    }
    await new Promise<void>((begin, refuse) => waitingOf(turns, response).pages.push({ begin, refuse }));
  }

  /** One at least: with none under way the others would wait in vain. */
  private resume(turns: Turns): void {
    while (turns.waiting.size > 0 && turns.underWay < MOST && this.admission.resumePage(turns.underWay === 0)) {
      turns.underWay++;
      const [response, { pages }] = turns.waiting.entries().next().value!;
      pages.shift()!.begin();
      if (pages.length === 0) forget(turns, response);
    }
  }
}

/** @throws DomainError rate_limited */
function waitingOf(turns: Turns, response: ServerResponse): Waiting {
  const found = turns.waiting.get(response);
  if (found) return found;
  const weight = 1 + Math.floor((lengthOf(response.req) ?? LONGEST_BODY) / BYTES_OF_ONE);
  let weights = weight;
  for (const waiting of turns.waiting.values()) weights += waiting.weight;
  if (weights > MOST_WAITING) throw tooMany();
  const leave = () => giveUp(turns, response);
  const waiting = { weight, pages: [], timer: setTimeout(leave, LONGEST_WAIT).unref() };
  turns.waiting.set(response, waiting);
  response.once('close', leave);
  return waiting;
}

function giveUp(turns: Turns, response: ServerResponse): void {
  const waiting = forget(turns, response);
  for (const { refuse } of waiting?.pages ?? []) refuse(tooMany());
}

function forget(turns: Turns, response: ServerResponse): Waiting | undefined {
  const waiting = turns.waiting.get(response);
  clearTimeout(waiting?.timer);
  turns.waiting.delete(response);
  return waiting;
}

function tooMany(): DomainError {
  const sentence = `Too many pages at once in this workspace: ${MOST} are worked on, and ${MOST_WAITING} requests may wait for ${LONGEST_WAIT / 1000} seconds. Try again in a second.`;
  return new DomainError('rate_limited', sentence, [], 1);
}
