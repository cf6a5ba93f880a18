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
/** The same for one of a workspace that has none under way and waits for a place of others. */
const NEW_WAIT = 1000;
/** Such requests of all workspaces together that may wait, counted by their bodies as well. */
const MAX_NEW = 256;

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
  /** Whether its workspace had none under way when it came. */
  isNew: boolean;
}

interface Turn {
  cost: number;
  begin(): void;
  refuse(error: DomainError): void;
}

interface Workspace {
  id: string;
  underWay: number;
  waiting: Map<ServerResponse, Waiting>;
}

/**
 * Bounds how much of one kind a workspace has under way at once, and all of them together by its `Room`. What is beyond
 * waits in the order of the requests and holds no place meanwhile, so that it makes nobody else wait. Where all places
 * are taken, the next one that becomes free is for a workspace that has none. Counts in this process alone.
 */
export class ConcurrencyLimiter {
  private readonly workspaces = new Map<string, Workspace>();
  /** Those that wait and have none under way, while there is no place, in the order of their turns. */
  private readonly placeless = new Set<Workspace>();
  private newWeight = 0;
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
   * @throws Shed when other workspaces have all the room, and none of them has ended within a second
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
    const workspace = this.workspaces.get(workspace_id) ?? { id: workspace_id, underWay: 0, waiting: new Map() };
    await this.turnOf(workspace, response, cost);
    try {
      if (response.closed) throw this.tooMany();
      return await work();
    } finally {
      workspace.underWay -= cost;
      room.end();
      this.next(workspace);
    }
  }

  private async turnOf(workspace: Workspace, response: ServerResponse, cost: number): Promise<void> {
    const { underWay, waiting } = workspace;
    const { room, most } = this.limited;
    // There may be more places than there were.
    this.giveFreePlaces();
    const mayBegin = waiting.size === 0 && underWay + cost <= most;
    if (mayBegin && room.begin()) {
      workspace.underWay += cost;
      this.workspaces.set(workspace.id, workspace);
      return;
    }
    const place = this.wait(workspace, response);
    if (!place) {
      if (underWay === 0) this.admission.shed();
      await this.refusal(response);
      throw underWay === 0 ? new Shed() : this.tooMany();
    }
    CpuTime.mark();
    await new Promise<void>((begin, refuse) => place.turns.push({ cost, begin, refuse }));
    // The answer before is written and counted first, and who has gone meanwhile is heard of.
    await setImmediate();
    CpuTime.resume();
  }

  /** After a piece of a workspace's work has ended: its place goes to a workspace that has none, or to the next piece. */
  private next(workspace: Workspace): void {
    this.giveFreePlaces();
    if (workspace.underWay === 0 && workspace.waiting.size > 0 && this.placeless.size > 0)
      this.placeless.add(workspace);
    else this.resume(workspace);
    this.drop(workspace);
  }

  /** One for each workspace that has none, as far as there are places. */
  private giveFreePlaces(): void {
    for (const workspace of this.placeless) {
      if (!this.limited.room.resume(false)) return;
      this.begin(workspace);
    }
  }

  /** One at least: with none under way the others would wait in vain. */
  private resume(workspace: Workspace): void {
    const { room, most } = this.limited;
    for (const { turns } of workspace.waiting.values()) {
      while (turns.length > 0) {
        const mustBegin = workspace.underWay === 0 && !this.placeless.has(workspace);
        if (workspace.underWay + turns[0]!.cost > most || !room.resume(mustBegin)) return;
        this.begin(workspace);
      }
    }
  }

  /** The first that waits, whose place has been taken. */
  private begin(workspace: Workspace): void {
    const [first] = workspace.waiting;
    const [response, { turns }] = first!;
    const { cost, begin } = turns.shift()!;
    workspace.underWay += cost;
    this.placeless.delete(workspace);
    if (turns.length === 0) this.forget(workspace, response);
    begin();
  }

  /** Resolves when a refusal is due (see `LoadShedder`), once for all pieces of work of a request. */
  private refusal(response: ServerResponse): Promise<void> {
    const due = this.refusals.get(response) ?? new Promise<void>((answer) => this.admission.refuse(answer));
    this.refusals.set(response, due);
    return due;
  }

  /** Undefined when too many wait. */
  private wait(workspace: Workspace, response: ServerResponse): Waiting | undefined {
    const { waiting, underWay } = workspace;
    const found = waiting.get(response);
    if (found) return found;
    const weight = 1 + Math.floor(bodyLength(response.req) / BYTES_PER_WAITING);
    const isNew = underWay === 0;
    if (isNew ? !this.mayWaitNew(workspace, weight) : weightOf(waiting) + weight > MAX_WAITING) return undefined;
    const leave = () => this.giveUp(workspace, response);
    const timer = setTimeout(leave, isNew ? NEW_WAIT : MAX_WAIT).unref();
    const place = { weight, turns: [], timer, isNew };
    waiting.set(response, place);
    response.once('close', leave);
    if (isNew) {
      this.newWeight += weight;
      this.placeless.add(workspace);
      this.workspaces.set(workspace.id, workspace);
    }
    return place;
  }

  /** As many of a workspace as may be under way, so that a few workspaces do not fill what there is for all. */
  private mayWaitNew({ waiting }: Workspace, weight: number): boolean {
    return waiting.size < this.limited.most && this.newWeight + weight <= MAX_NEW;
  }

  private giveUp(workspace: Workspace, response: ServerResponse): void {
    const given = this.forget(workspace, response);
    if (!given) return;
    if (given.isNew && !response.closed) this.admission.shed();
    for (const { refuse } of given.turns) refuse(given.isNew ? new Shed() : this.tooMany());
    // It may have been the first, and too large for what is free.
    this.resume(workspace);
    this.drop(workspace);
  }

  private forget(workspace: Workspace, response: ServerResponse): Waiting | undefined {
    const given = workspace.waiting.get(response);
    if (!given) return undefined;
    clearTimeout(given.timer);
    workspace.waiting.delete(response);
    if (given.isNew) this.newWeight -= given.weight;
    return given;
  }

  private drop(workspace: Workspace): void {
    if (workspace.waiting.size > 0) return;
    this.placeless.delete(workspace);
    if (workspace.underWay === 0) this.workspaces.delete(workspace.id);
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

function weightOf(waiting: Workspace['waiting']): number {
  let weights = 0;
  for (const { weight } of waiting.values()) weights += weight;
  return weights;
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
