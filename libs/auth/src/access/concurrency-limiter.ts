import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { DomainError, type Caller } from '#crm-domain';
import { CpuTime, SHED, lengthOf, type LoadShedder, type Room } from '#platform';

/** Requests of a workspace that may wait. They hold none of the service's places. */
const MAX_WAITING = 64;
/** Bytes of a body for each of which a waiting request counts as one more: what waits is held in memory. */
const BYTES_PER_WAITING = 64 * 1024;
/** What one counts as that does not say its length. */
const MAX_BODY = 1024 * 1024;
/** Milliseconds that a request waits at most. */
const MAX_WAIT = 10_000;

/** What is limited. */
export interface Limited {
  /** As it is called in a refusal, in the plural. */
  name: string;
  /** What all workspaces share. */
  room: Room;
  /** Most that one workspace has under way. */
  most: number;
  /** How many of them a request takes; 1 if not given. */
  costOf?: (request: IncomingMessage) => number;
}

/** A request that waits, with each of its pieces of work that does. */
interface Waiting {
  weight: number;
  turns: Turn[];
  timer: NodeJS.Timeout;
}

interface Turn {
  cost: number;
  begin(): void;
  refuse(error: DomainError): void;
}

interface Workspace {
  underWay: number;
  waiting: Map<ServerResponse, Waiting>;
}

/**
 * Bounds how much of one kind a workspace has under way at once, and all of them together by its `Room`. What is beyond
 * waits in the order of the requests and holds no place meanwhile, so that it makes nobody else wait. Counts in this
 * process alone.
 */
export class ConcurrencyLimiter {
  private readonly workspaces = new Map<string, Workspace>();
  private readonly refusals = new WeakMap<ServerResponse, Promise<void>>();

  constructor(
    private readonly admission: LoadShedder,
    private readonly limited: Limited,
  ) {}

  /**
   * Does the work when its turn comes, unless its caller has gone by then. It counts until it has ended, whether its
   * caller is still there or not.
   * @param response of the request; it gives up its place. Several pieces of work of one request wait as one
   * @param costs as how many it counts; that of its kind if not given
   * @throws DomainError rate_limited when 64 requests of the workspace wait, or as many bytes as 4 MiB of bodies, and
   * when its turn has not come within 10 s
   * @throws Shed when other workspaces have all the room
   */
  async run<T>(
    { workspace_id }: Pick<Caller, 'workspace_id'>,
    response: ServerResponse,
    work: () => Promise<T>,
    costs?: number,
  ): Promise<T> {
    const { room, most, costOf } = this.limited;
    this.admission.leave(response);
    const cost = Math.min(most, costs ?? costOf?.(response.req) ?? 1);
    const workspace = this.workspaces.get(workspace_id) ?? { underWay: 0, waiting: new Map() };
    const turn = this.turnOf(workspace, response, cost);
    if (workspace.underWay > 0) this.workspaces.set(workspace_id, workspace);
    await turn;
    try {
      if (response.closed) throw this.tooMany();
      return await work();
    } finally {
      workspace.underWay -= cost;
      room.end();
      this.resume(workspace);
      if (workspace.underWay === 0) this.workspaces.delete(workspace_id);
    }
  }

  private async turnOf(workspace: Workspace, response: ServerResponse, cost: number): Promise<void> {
    const { underWay, waiting } = workspace;
    const { room, most } = this.limited;
    if (waiting.size === 0 && underWay + cost <= most && room.begin()) return void (workspace.underWay += cost);
    // With none under way there is none whose end would bring its turn.
    if (underWay === 0) {
      await this.refusal(response);
      throw new Shed();
    }
    const place = this.wait(workspace, response);
    if (!place) {
      await this.refusal(response);
      throw this.tooMany();
    }
    CpuTime.mark();
    await new Promise<void>((begin, refuse) => place.turns.push({ cost, begin, refuse }));
    // The answer before is written and counted first, and who has gone meanwhile is heard of.
    await setImmediate();
  }

  /** One at least: with none under way the others would wait in vain. */
  private resume(workspace: Workspace): void {
    const { room, most } = this.limited;
    for (const [response, { turns }] of workspace.waiting) {
      while (turns.length > 0) {
        const { cost } = turns[0]!;
        if (workspace.underWay + cost > most || !room.resume(workspace.underWay === 0)) return;
        workspace.underWay += cost;
        turns.shift()!.begin();
      }
      forget(workspace, response);
    }
  }

  /** Resolves when a refusal is due (see `LoadShedder`), once for all pieces of work of a request. */
  private refusal(response: ServerResponse): Promise<void> {
    const due = this.refusals.get(response) ?? new Promise<void>((answer) => this.admission.refuse(answer));
    this.refusals.set(response, due);
    return due;
  }

  /** Undefined when too many wait. */
  private wait(workspace: Workspace, response: ServerResponse): Waiting | undefined {
    const found = workspace.waiting.get(response);
    if (found) return found;
    const weight = 1 + Math.floor(bodyLength(response.req) / BYTES_PER_WAITING);
    let weights = weight;
    for (const waiting of workspace.waiting.values()) weights += waiting.weight;
    if (weights > MAX_WAITING) return undefined;
    const leave = () => this.giveUp(workspace, response);
    const waiting = { weight, turns: [], timer: setTimeout(leave, MAX_WAIT).unref() };
    workspace.waiting.set(response, waiting);
    response.once('close', leave);
    return waiting;
  }

  private giveUp(workspace: Workspace, response: ServerResponse): void {
    const waiting = forget(workspace, response);
    for (const { refuse } of waiting?.turns ?? []) refuse(this.tooMany());
    // It may have been the first, and too large for what is free.
    if (waiting) this.resume(workspace);
  }

  private tooMany(): DomainError {
    const { name, most } = this.limited;
    const sentence = `Too many ${name} at once in this workspace: at most ${most} run, and at most ${MAX_WAITING} requests wait, for up to ${MAX_WAIT / 1000} seconds. Try again in a second.`;
    return new DomainError('rate_limited', sentence, [], 1);
  }
}

/** Bytes of a request's body, or the most there may be where it does not say. */
export function bodyLength(request: IncomingMessage): number {
  return lengthOf(request) ?? MAX_BODY;
}

function forget(workspace: Workspace, response: ServerResponse): Waiting | undefined {
  const waiting = workspace.waiting.get(response);
  clearTimeout(waiting?.timer);
  workspace.waiting.delete(response);
  return waiting;
}

/**
 * A request that was refused, with nothing begun, because the service has more to do than it can. It is counted, and no
 * fault.
 */
export class Shed extends DomainError {
  constructor() {
    super('unavailable', SHED.message, [], SHED.retryAfter);
  }
}
