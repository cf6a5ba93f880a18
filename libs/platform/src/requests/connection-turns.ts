import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait for an earlier one of their connection, at most. */
const MOST_WAITING = 16;

type Exchange = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  isBusy: boolean;
  /** Read from the connection already, in their order. */
  waiting: Exchange[];
  /** More came than may wait: they are dropped, and the connection ends after what waits. */
  isOver: boolean;
}

/**
 * Serves the requests of a connection one after the other: the next begins when the answer before it has left this process.
 * Whoever sends many at once without waiting (HTTP pipelining, RFC 9112 section 9.3.2) takes one place at a time, and whoever
 * does not read an answer gets no second one.
 */
export class ConnectionTurns {
  private readonly connections = new WeakMap<Socket, Connection>();

  constructor(private readonly serve: RequestListener) {}

  /** Serves a request now, or after those that came before it. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connectionOf(request.socket);
    if (!connection.isBusy) this.begin(connection, request, response);
    else this.wait(connection, request, response);
  }

  private begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.isBusy = true;
    response.once('close', () => this.next(connection, request.socket));
    this.serve(request, response);
  }

  private wait(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { waiting } = connection;
    if (waiting.length < MOST_WAITING) waiting.push([request, response]);
    else if (!connection.isOver) {
      connection.isOver = true;
      waiting.at(-1)![1].shouldKeepAlive = false;
    }
    // Takes effect after what was received together.
    request.socket.pause();
  }

  private next(connection: Connection, socket: Socket): void {
    connection.isBusy = false;
    if (socket.destroyed) connection.waiting.length = 0;
    const following = connection.waiting.shift();
    if (!following) return;
    if (connection.waiting.length === 0) socket.resume();
    this.begin(connection, ...following);
  }

  private connectionOf(socket: Socket): Connection {
    let connection = this.connections.get(socket);
    if (!connection) this.connections.set(socket, (connection = { isBusy: false, waiting: [], isOver: false }));
    return connection;
  }
}
