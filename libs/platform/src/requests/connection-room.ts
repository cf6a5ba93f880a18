import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { countShedRequest } from '../metrics/metrics.js';
import { lengthOf } from './body-room.js';

/**
 * Connections at most, far more than a proxy needs. Each takes a file and some 50 KiB while it sends little and slowly; without
 * a bound they would take the files and the memory that requests under way need.
 */
const MOST_CONNECTIONS = 4096;

/**
 * Bounds the connections of a server. Where there are too many, the one that has been without a request for the longest is
 * closed and the new one is taken, so that nobody keeps others out by holding connections; where all are busy, the new one is
 * closed.
 */
export class ConnectionRoom {
  /** Connections without a request under way, or with one whose body is still to come, the longest so first. */
  private readonly idle = new Set<Socket>();
  private count = 0;

  constructor(
    server: Server,
    private readonly most = MOST_CONNECTIONS,
  ) {
    server.on('connection', (socket: Socket) => this.take(socket));
  }

  /** Notes that a connection is busy, from when its request is all there until the answer has left. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.idle.delete(socket);
    if (lengthOf(request) !== 0) {
      this.idle.add(socket);
      request.once('end', () => this.idle.delete(socket));
    }
    response.once('close', () => !socket.destroyed && this.idle.add(socket));
  }

  private take(socket: Socket): void {
    this.count++;
    socket.once('close', () => {
      this.count--;
      this.idle.delete(socket);
    });
    this.idle.add(socket);
    if (this.count <= this.most) return;
    countShedRequest();
    const [longest] = this.idle;
    this.idle.delete(longest!);
    longest!.destroy();
  }
}
