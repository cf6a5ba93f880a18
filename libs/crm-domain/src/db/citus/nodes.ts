import { logger } from '#platform';
import { DomainError } from '../../errors.js';
import { isAway } from '../pg-errors.js';
import type { AskPart, FromParts, Session } from '../session.js';

const TELL_AGAIN_MS = 600_000;

/** A part of a Citus, where its rows are, and a session whose statements run there. */
export interface Part {
  name: string;
  /** `host:port`, as the other nodes reach it. */
  node: string;
  session: Session;
}

interface Away {
  failure: DomainError;
  /** Whether it is being asked again. */
  isAsked: boolean;
}

/**
 * Asks the parts of a Citus one after the other, and leaves out those of a node that has failed until it has answered
 * again. It is asked for that beside the others, so that a node which gives no answer holds them up once and not each
 * time.
 */
export class Nodes {
  private readonly away = new Map<string, Away>();
  /** When each failure was logged last: some, as of a node that only reads, come and go with each statement. */
  private readonly told = new Map<string, number>();

  /** @throws the failure of a node when no part could be asked, and what has nothing to do with nodes */
  async ask<T>(parts: readonly Part[], ask: AskPart<T>): Promise<FromParts<T>> {
    const found: T[] = [];
    const away = new Set<string>();
    let failure: unknown;
    for (const { name, node, session } of inAnyOrder(parts)) {
      try {
        this.refuse(node, session);
        found.push(await ask(session, name, node));
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        this.note(node, error);
        away.add(node);
        failure ??= error;
      }
    }
    if (found.length === 0) throw failure;
    return { found, failure, away: [...away].sort() };
  }

  private refuse(node: string, session: Session): void {
    const known = this.away.get(node);
    if (!known) return;
    if (!known.isAsked) void this.askAgain(node, session, known);
    throw known.failure;
  }

  private note(node: string, failure: DomainError): void {
    const { message, cause = failure } = failure;
    if (this.away.has(node)) return;
    if (isLost(cause)) this.away.set(node, { failure, isAsked: false });
    const key = `${node} ${message}`;
    const now = performance.now();
    if ((this.told.get(key) ?? -Infinity) > now - TELL_AGAIN_MS) return;
    this.told.set(key, now);
    logger.warn({ node, err: cause }, 'A node of the database has failed; work for its workspaces waits for it.');
  }

  private async askAgain(node: string, session: Session, known: Away): Promise<void> {
    known.isAsked = true;
    try {
      await session.query({ name: 'node-answers', text: 'select 1 as one from record limit 0' }, []);
      this.away.delete(node);
      if (isAway(known.failure.cause)) this.told.clear();
      logger.info({ node }, 'A node of the database answers again.');
    } catch {
      known.isAsked = false;
    }
  }
}

function isUnavailable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.kind === 'unavailable';
}

/** Beginning with another each time, so that none is always the last. */
function inAnyOrder<Part>(parts: readonly Part[]): Part[] {
  const from = Math.floor(Math.random() * parts.length);
  return [...parts.slice(from), ...parts.slice(0, from)];
}

/** Whether a node could not be reached, or gave no answer for as long as a statement may take. */
function isLost(cause: unknown): boolean {
  return isAway(cause) || (cause as { code?: string }).code === '57014';
}
