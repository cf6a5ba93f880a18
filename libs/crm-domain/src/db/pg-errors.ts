import { DomainError } from '../errors.js';

/**
 * A violated unique constraint, for the store that knows what it means. `detail` is Postgres's own text, never shown.
 */
export class UniqueViolation extends Error {
  constructor(
    readonly constraint: string,
    readonly detail: string,
  ) {
    super(`unique constraint ${constraint} violated`);
    this.name = 'UniqueViolation';
  }
}

/** Somebody else was there at the same moment; the same work may succeed when run again. */
class Contention extends Error {
  constructor(override readonly cause: unknown) {
    super("The database gave up one of two transactions that stood in each other's way.");
    this.name = 'Contention';
  }
}

interface PostgresError {
  code?: string;
  constraint?: string;
  detail?: string;
  message?: string;
}

const CONTENTION = new Set(['40001', '40P01']);
const READ_ONLY = '25006';
// Connection failures, shutdown, too many connections, a transaction that stood still for too long; and errors of the
// socket and of the search for the server's address.
const AWAY = /^(08|57P0|53|25P0[34])|^E(CONN|PIPE|HOST|NET|NOTFOUND|AI_AGAIN|TIMEDOUT)/;
const AWAY_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;
const NONE_FREE = /timeout exceeded when trying to connect/;

// Those that come before anything was sent to be done.
const NEVER_BEGUN = /^(53|57P03)|^E(CONNREFUSED|HOST|NOTFOUND|AI_AGAIN)/;
const NEVER_BEGUN_MESSAGE = /timeout exceeded when trying to connect|not queryable/;
// A Citus says so of a node to which it could make no connection; one that was lost later has other words.
const NODE_REFUSED =
  /^connection to the remote node [^]*(?:Connection refused|No route to host|could not translate host name|FATAL: +(?:the database system is|sorry, too many clients|remaining connection slots))/;

// Of Citus itself, and what the library by which its nodes talk to each other says of a connection that was lost.
const LOST_WORKER = new RegExp(
  '^could not commit transaction for shard|^failure on connection marked as essential|server closed the connection' +
    '|^no connection to the server|^connection not open|could not (?:receive data from|send data to) (?:the )?server',
);

export function isRetryable(error: unknown): boolean {
  return error instanceof Contention;
}

/** Whether work failed only because of who was there at the same moment, also after it was run again a few times. */
export function isContention(error: unknown): boolean {
  return isRetryable(error) || (error instanceof DomainError && isRetryable(error.cause));
}

/** Whether Postgres or the way to it is away, which may pass. */
export function isAway(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as PostgresError;
  return AWAY.test(code) || AWAY_MESSAGE.test(message) || isLostWorker(code, message);
}

/** Whether nothing was sent to be done before the way to Postgres failed. */
export function neverBegan(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as PostgresError;
  return NEVER_BEGUN.test(code) || NEVER_BEGUN_MESSAGE.test(message) || NODE_REFUSED.test(message);
}

/** What a Citus says when a worker is lost in the middle of a statement, or when its part is to be committed. */
function isLostWorker(code: string, message: string): boolean {
  return code === 'XX000' && (message === '' || LOST_WORKER.test(message));
}

/** Whether a shard of a Citus was split between the moment it was looked for and that in which it was to be held. */
export function isShardGone(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as PostgresError;
  return code === 'XX000' && message.includes('could not find valid entry for shard');
}

/** Whether a write met a database that only reads, in Postgres's own error or in ours. */
export function isReadOnlyError(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code === READ_ONLY || (cause !== undefined && isReadOnlyError(cause));
}

/**
 * Postgres and socket errors in the domain's words; everything else passes through and ends as a server failure. Where
 * the statement `settles` something, a connection that is lost before its answer leaves open whether it did.
 */
export function translate(error: unknown, settles = false): unknown {
  const { code = '', detail = '' } = error as PostgresError;
  const violated = violatedConstraint(error as PostgresError);
  if (violated !== undefined) return new UniqueViolation(violated, detail);
  if (CONTENTION.has(code) || isShardGone(error)) return new Contention(error);
  if (code === '55P03')
    return unavailable('Timed out waiting for a lock. Nothing was changed; try again shortly.', error);
  if (code === READ_ONLY)
    return unavailable('The database accepts no writes at the moment. Nothing was changed; try again shortly.', error);
  if (code === '57014')
    return unavailable('The database took too long for this request. Ask for less, or try again.', error);
  if (isAway(error)) {
    if (settles && !neverBegan(error)) return unavailable(UNKNOWN, error);
    // The driver's pool says so of those that waited in vain for a connection of others.
    if (NONE_FREE.test(String((error as PostgresError).message)))
      return unavailable(
        'No connection to the database was free in time. Nothing was changed; try again shortly.',
        error,
      );
    return unavailable('The database cannot be reached at the moment. Nothing was changed; try again shortly.', error);
  }
  return error;
}

/** A worker of a Citus names the constraint only in its message, by the shard's own name, and may give another code. */
function violatedConstraint({ code, constraint, message = '' }: PostgresError): string | undefined {
  if (code !== '23505' && code !== 'XX000') return undefined;
  if (constraint !== undefined) return constraint;
  return /violates unique constraint "(\w+?)(?:_\d+)?"/.exec(message)?.[1] ?? (code === '23505' ? '' : undefined);
}

const UNKNOWN =
  'The connection to the database was lost, so it is unknown whether this was done. Check before you try again, or use an idempotency key.';

/** What a caller is told when running the same work again did not help. */
export function busy(cause: unknown): DomainError {
  return unavailable(
    'Too many requests changed the same data at the same time. Nothing was changed; try again.',
    cause,
  );
}

function unavailable(message: string, cause: unknown): DomainError {
  const error = new DomainError('unavailable', message, [], 1);
  error.cause = cause;
  return error;
}
