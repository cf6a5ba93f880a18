import { DomainError, type Claim } from '#crm-domain';

/** Pages of one workspace that are worked on at once: a large one takes all of a process for tens of milliseconds. */
const MOST = 4;
/** Requests of it whose pages wait for their turn. Each holds one of the service's places, of which there must be some for others. */
const MOST_WAITING = 4;

interface Waiting {
  request: unknown;
  begin(): void;
}

interface Turns {
  underWay: number;
  waiting: Waiting[];
}

/** Bounds how many pages of records or events one workspace has worked on at once. Counts in this process alone. */
export class PagesAtOnce {
  private readonly turns = new Map<string, Turns>();

  /**
   * Does the work when its turn comes, in the order of the calls. A page counts until its work has ended, whether its caller
   * is still there or not.
   * @param request what pages have in common that one request asks for: they wait as one
   * @throws DomainError rate_limited when pages of 4 other requests of the workspace wait already
   */
  async run<T>({ workspace_id }: Claim, work: () => Promise<T>, request: unknown = work): Promise<T> {
    const turns = this.turns.get(workspace_id) ?? { underWay: 0, waiting: [] };
    this.turns.set(workspace_id, turns);
    await turnOf(turns, request);
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next) next.begin();
      else if (--turns.underWay === 0) this.turns.delete(workspace_id);
    }
  }
}

async function turnOf(turns: Turns, request: unknown): Promise<void> {
  if (turns.underWay < MOST) return void turns.underWay++;
  const requests = new Set(turns.waiting.map((waiting) => waiting.request));
  if (requests.size >= MOST_WAITING && !requests.has(request)) {
    const sentence = `Too many pages at once in this workspace: ${MOST} are worked on, and ${MOST_WAITING} requests may wait.`;
    throw new DomainError('rate_limited', sentence, [], 1);
  }
  // Whoever ends hands its turn over.
  await new Promise<void>((begin) => turns.waiting.push({ request, begin }));
}
