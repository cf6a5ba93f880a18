import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { countShedRequest } from '../metrics/metrics.js';
import { lengthOf } from './body-memory-limit.js';

/**
 * Connections at most, far more than a proxy needs and than follow the feed. Each takes a file and some 50 KiB while it sends little and slowly;
 * without a bound they would take the files and the memory that requests under way need.
 */
const MAX_CONNECTIONS = 8192;

/** Milliseconds that a caller has to read an answer before its connection may be closed for a new one. */
const TIME_TO_READ = 2000;

/**
 * Bounds the connections of a server. Where there are too many, the one that has been without a request for the longest
 * is closed and the new one is taken, so that nobody keeps others out by holding connections; where there is none, one
 * whose answer was written 2 s ago and is still not read; where all are busy, the new one is closed.
 */
export class ConnectionRoom {
  /** Connections without a request under way, or with one whose body is still to come, the longest so first. */
  private readonly idle = new Set<Socket>();
  /** Connections whose answer is written and not yet read, and when it was, the longest ago first. */
  private readonly unread = new Map<Socket, number>();
  private count = 0;

  /** @param clock milliseconds that only grow */
  constructor(
    server: Server,
    private readonly most = MAX_CONNECTIONS,
    private readonly clock = () => performance.now(),
  ) {
    server.on('connection', (socket: Socket) => this.take(socket));
  }

  /**
   * Notes that a connection is busy, from when its request is all there until the answer has left, or was left unread
   * for a while.
   */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.idle.delete(socket);
    if (lengthOf(request) !== 0) {
      this.idle.add(socket);
      request.once('end', () => this.idle.delete(socket));
    }
    response.once('prefinish', () => !socket.destroyed && this.unread.set(socket, this.clock()));
    response.once('close', () => {
      this.unread.delete(socket);
      if (!socket.destroyed) this.idle.add(socket);
    });
  }

  private take(socket: Socket): void {
    this.count++;
    socket.once('close', () => {
      this.count--;
      this.idle.delete(socket);
      this.unread.delete(socket);
    });
    if (this.count <= this.most) return void this.idle.add(socket);
    countShedRequest();
    const [longest = this.longUnread() ?? socket] = this.idle;
    this.idle.add(socket).delete(longest);
    this.unread.delete(longest);
    longest.destroy();
  }

  private longUnread(): Socket | undefined {
    const [[socket, since] = []] = this.unread;
    return since !== undefined && this.clock() - since >= TIME_TO_READ ? socket : undefined;
  }
}
