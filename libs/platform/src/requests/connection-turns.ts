import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait for an earlier one of their connection, at most; and those of all connections together. */
const MAX_WAITING = 16;
const MAX_IN_ALL = 2048;
/** Pieces that may still come of a connection that is read no further, before it is cut. */
const MAX_PASSED_OVER = 4;
/** What a parser is answered that is to stop where it is: anything it knows no meaning of is an error to it. */
const STOP = -1;
/** How Node calls that error. */
const STOPPED = 'HPE_CB_HEADERS_COMPLETE';

type Exchange = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  /** The answer under way. */
  current?: ServerResponse;
  /** Whether an answer ended in this turn of the event loop: what comes waits for the next one. */
  isResting: boolean;
  /** Read from the connection already, in their order. */
  waiting: Exchange[];
  /** More came than may wait: it was not read, and the connection ends after what waits. */
  isOver: boolean;
  /** Pieces that came since. */
  passedOver: number;
}

/** What Node's parser asks when the head of a request is complete, before anything is made of it. */
interface Parser {
  onIncoming?: (request: IncomingMessage, shouldKeepAlive: boolean) => number;
}

/**
 * Serves the requests of a connection one after the other: the next begins when the answer before it has left this
 * process, in the next turn of the event loop. Whoever sends many at once without waiting (HTTP pipelining, RFC 9112
 * section 9.3.2) takes one place at a time, and whoever does not read an answer gets no second one.
 */
export class ConnectionTurns {
  private readonly connections = new WeakMap<Socket, Connection>();
  /** Requests that were read and have not begun. */
  private readonly queued = new Set<IncomingMessage>();

  constructor(private readonly serve: RequestListener) {}

  /**
   * Stops reading a new connection where more is sent at once than may wait. One piece from the system holds thousands
   * of requests, and Node would make all of them before anybody could pause the connection.
   */
  bound(socket: Socket): void {
    const { parser } = socket as { parser?: Parser };
    const read = parser?.onIncoming;
    if (!read) throw new Error('This Node does not tell of the parser of a connection.');
    parser.onIncoming = (request, shouldKeepAlive) => (this.refuses(socket) ? STOP : read(request, shouldKeepAlive));
  }

  /**
   * Passes over what comes after a parser was stopped, while what waits is answered: true for the error that each such
   * piece is. Node reads on whenever one of the waiting requests is served, and copies each piece, so that a caller who
   * goes on sending is cut.
   */
  passesOver(error: Error, socket: Socket): boolean {
    const connection = this.connections.get(socket);
    if ((error as NodeJS.ErrnoException).code !== STOPPED || !connection?.isOver) return false;
    if (++connection.passedOver > MAX_PASSED_OVER) socket.destroy();
    else socket.pause();
    return true;
  }

  /** Whether something of an answer is on its way already, so that nothing else may be written. */
  isAnswering(socket: Socket): boolean {
    return this.connections.get(socket)?.current?.headersSent === true;
  }

  /** Whether a request waits for its turn. */
  isWaiting(request: IncomingMessage): boolean {
    return this.queued.has(request);
  }

  /** Serves a request now, or after those that came before it. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connectionOf(request.socket);
    if (isFree(connection)) return this.begin(connection, request, response);
    connection.waiting.push([request, response]);
    this.queued.add(request);
    // Takes effect after what was received together.
    request.socket.pause();
  }

  private refuses(socket: Socket): boolean {
    const connection = this.connections.get(socket);
    if (!connection || isFree(connection)) return false;
    const { waiting } = connection;
    if (waiting.length < MAX_WAITING && this.queued.size < MAX_IN_ALL) return false;
    connection.isOver = true;
    const last = waiting.at(-1)?.[1];
    if (last) last.shouldKeepAlive = false;
    else socket.destroy();
    return true;
  }

  private begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.current = response;
    response.once('close', () => this.next(connection, request.socket));
    this.serve(request, response);
  }

  private next(connection: Connection, socket: Socket): void {
    connection.current = undefined;
    if (socket.destroyed) {
      for (const [request] of connection.waiting) this.queued.delete(request);
      connection.waiting.length = 0;
    }
    connection.isResting = true;
    // Others have their turn before: large answers that the system takes at once would follow each other without end,
    // and so would small ones to requests with bodies, which may be answered while their piece is still being read.
    setImmediate(() => {
      connection.isResting = false;
      const following = connection.waiting.shift();
      if (!following) return;
      this.queued.delete(following[0]);
      if (socket.destroyed) return this.next(connection, socket);
      if (connection.waiting.length === 0 && !connection.isOver) socket.resume();
      this.begin(connection, ...following);
    });
  }

  private connectionOf(socket: Socket): Connection {
    let connection = this.connections.get(socket);
    if (!connection)
      this.connections.set(socket, (connection = { waiting: [], isResting: false, isOver: false, passedOver: 0 }));
    return connection;
  }
}

function isFree({ current, isResting }: Connection): boolean {
  return !current && !isResting;
}
