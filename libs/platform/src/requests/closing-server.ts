import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How a server that is closing treats its connections, in milliseconds. */
export interface ClosingTimes {
  /** For how long nothing must have come on any connection before idle ones are closed. */
  quiet: number;
  /** After which a request that is still being sent is cut. */
  bodies: number;
  /** After which an answer that has begun, and is not read to its end, is cut. */
  unread: number;
  /** For how long a caller may take to close a connection that was closed here. */
  linger: number;
}

const TIMES: ClosingTimes = { quiet: 1000, bodies: 5000, unread: 10_000, linger: 1000 };
const LOOK_EVERY = 25;
/** Turns of the event loop in which what has come to the system already is taken in, at most. */
const LAST_TURNS = 200;
/** Milliseconds of a turn so short that hardly anything can have come since the system was asked. */
const SHORT_TURN = 0.5;

interface Connection {
  /** Responses to requests that arrived and are not answered yet, in their order. */
  open: Set<ServerResponse>;
  /** Whether the last request was taken: what comes after it is neither done nor answered. */
  isOver: boolean;
  /** Bytes that had come when it was looked at last. */
  bytes: number;
  /** When it was closed from our side. */
  leftAt?: number;
}

/**
 * Has `server` hand its requests to `listener`, and lets its `close` lose none of them behind a proxy that keeps
 * connections. Node's own `close` answers on kept connections as if nothing were, so that one that is busy never ends,
 * and destroys those whose answer is on its way or where pipelined requests wait.
 *
 * Once closing, an answer carries `Connection: close`, and nothing that comes after it on its connection is done. Idle
 * connections stay while requests come: a proxy that is sending one would meet a closed connection, and must not send
 * it twice unless it only reads. Each request uses a connection up, so this ends. Then they are closed from our side
 * and drained, so that no answer on its way is lost by a reset. Whoever sends or reads too slowly is cut.
 */
export function serveUntilClosed(server: Server, listener: RequestListener, times: Partial<ClosingTimes> = {}): void {
  new ClosingServer(server, listener, { ...TIMES, ...times });
}

class ClosingServer {
  private readonly connections = new Map<Socket, Connection>();
  private accepted = 0;
  private requests = 0;
  private since?: number;
  /** When something came last. */
  private arrivedAt = -Infinity;
  private accepting?: Promise<void>;
  private isLeaving = false;

  constructor(
    server: Server,
    private readonly listener: RequestListener,
    private readonly times: ClosingTimes,
  ) {
    server.on('connection', (socket: Socket) => this.take(socket));
    server.on('request', (request, response) => {
      const connection = this.connections.get(request.socket);
      if (!connection || connection.isOver) return void request.resume();
      this.requests++;
      this.arrivedAt = performance.now();
      connection.open.add(response);
      response.once('close', () => connection.open.delete(response));
      if (this.since !== undefined) this.endAfter(request.socket, connection);
      this.listener(request, response);
    });
    const close = server.close.bind(server);
    // It would destroy connections on which something is under way.
    server.closeIdleConnections = () => undefined;
    server.close = (done) => {
      // Connections that the system has accepted would be reset. Nothing is said of closing before they are taken over,
      // since each connection that is closed makes a proxy open another.
      this.accepting ??= takeIn(() => this.accepted);
      void this.accepting.then(() => {
        close(done);
        this.begin(server);
      });
      return server;
    };
  }

  private take(socket: Socket): void {
    this.accepted++;
    this.connections.set(socket, { open: new Set(), isOver: false, bytes: 0 });
    socket.once('close', () => this.connections.delete(socket));
  }

  private begin(server: Server): void {
    if (this.since !== undefined) return;
    this.since = performance.now();
    for (const [socket, connection] of this.connections) {
      connection.bytes = socket.bytesRead;
      this.endAfter(socket, connection);
    }
    const looking = setInterval(() => this.look(performance.now()), LOOK_EVERY);
    server.once('close', () => clearInterval(looking));
  }

  /**
   * Has a connection end with the newest of its answers, unless its head is sent already: then the next request is the
   * last.
   */
  private endAfter(socket: Socket, connection: Connection): void {
    const newest = [...connection.open].at(-1);
    // Called by Node after the last answer, in place of its own, which closes without reading what still comes.
    socket.destroySoon = () => this.leave(socket, connection);
    if (!newest || newest.headersSent) return;
    newest.shouldKeepAlive = false;
    connection.isOver = true;
  }

  private leave(socket: Socket, connection: Connection): void {
    if (connection.leftAt !== undefined) return;
    connection.isOver = true;
    connection.leftAt = performance.now();
    socket.end();
  }

  private look(now: number): void {
    const elapsed = now - this.since!;
    for (const [socket, connection] of this.connections) {
      if (connection.leftAt !== undefined) {
        if (now - connection.leftAt >= this.times.linger) socket.destroy();
      } else if (connection.open.size > 0 && this.isTooSlow([...connection.open], elapsed)) socket.destroy();
    }
    if (!this.isLeaving && this.isQuiet(now)) void this.leaveIdle();
  }

  /** Closes idle connections, unless something came on one of them while the process was busy or stood still. */
  private async leaveIdle(): Promise<void> {
    this.isLeaving = true;
    await takeIn(() => this.requests);
    this.isLeaving = false;
    if (!this.isQuiet(performance.now())) return;
    for (const [socket, connection] of this.idle()) this.leave(socket, connection);
  }

  /** Whether nothing came for long enough, or whatever comes has been waited for for long enough. */
  private isQuiet(now: number): boolean {
    for (const [socket, connection] of this.idle()) {
      if (socket.bytesRead !== connection.bytes) this.arrivedAt = now;
      connection.bytes = socket.bytesRead;
    }
    return now - this.arrivedAt >= this.times.quiet || now - this.since! >= this.times.bodies;
  }

  private idle(): [Socket, Connection][] {
    return [...this.connections].filter(([, { leftAt, open }]) => leftAt === undefined && open.size === 0);
  }

  /** Requests behind the oldest may wait for it, unread. */
  private isTooSlow([oldest]: ServerResponse[], elapsed: number): boolean {
    if (elapsed >= this.times.bodies && !oldest!.req.complete) return true;
    return elapsed >= this.times.unread && oldest!.headersSent;
  }
}

/**
 * Lets this process take in what has come to the system: until a turn of the event loop is short and `count` stays as
 * it is.
 */
async function takeIn(count: () => number): Promise<void> {
  for (let turn = 0; turn < LAST_TURNS; turn++) {
    const before = count();
    const begun = performance.now();
    await new Promise((resume) => setImmediate(resume));
    const isShort = performance.now() - begun < SHORT_TURN;
    // The system is asked between two immediates, not before the first.
    if (turn > 0 && isShort && before === count()) return;
  }
}
