import { logger } from '#platform';
import { DomainError } from '../../errors.js';
import type { FromParts, Session } from '../session.js';

/** Where the rows of a part of a Citus are, and a session whose statements run there. */
export interface Part {
  node: string;
  session: Session;
}

/**
 * Asks the parts of a Citus one after the other, and leaves out those of a node that has failed until it has answered
 * again. It is asked for that beside the others, so that a node which gives no answer holds them up once and not each
 * time.
 */
export class Nodes {
  private readonly away = new Map<string, { failure: unknown; isAsked: boolean }>();

  /** @throws the failure of a node when no part could be asked, and what has nothing to do with nodes */
  async ask<T>(parts: readonly Part[], ask: (part: Session) => Promise<T>): Promise<FromParts<T>> {
    const found: T[] = [];
    let failure: unknown;
    for (const { node, session } of inAnyOrder(parts)) {
      try {
        this.refuse(node, session);
        found.push(await ask(session));
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        this.note(node, error);
        failure ??= error;
      }
    }
    if (found.length === 0) throw failure;
    return { found, failure };
  }

  private refuse(node: string, session: Session): void {
    const known = this.away.get(node);
    if (!known) return;
    if (!known.isAsked) void this.askAgain(node, session);
    known.isAsked = true;
    throw known.failure;
  }

  private note(node: string, failure: unknown): void {
    if (this.away.has(node)) return;
    this.away.set(node, { failure, isAsked: false });
    const { cause = failure } = failure as { cause?: unknown };
    logger.warn({ node, err: cause }, 'A node of the database has failed; work for its workspaces waits for it.');
  }

  private async askAgain(node: string, session: Session): Promise<void> {
    try {
      await session.query({ name: 'node-answers', text: 'select 1 as one from record limit 0' }, []);
      this.away.delete(node);
      logger.info({ node }, 'A node of the database answers again.');
    } catch (failure) {
      this.away.set(node, { failure, isAsked: false });
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'unavailable';
}

/** Beginning with another each time, so that none is always the last. */
function inAnyOrder<Part>(parts: readonly Part[]): Part[] {
  const from = Math.floor(Math.random() * parts.length);
  return [...parts.slice(from), ...parts.slice(0, from)];
}
