import {
  IncomingMessage,
  STATUS_CODES,
  ServerResponse,
  createServer,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ArrivingRequest, BodyMemoryLimit } from './body-memory-limit.js';
import { serveUntilClosed } from './closing-server.js';
import { ConnectionRoom } from './connection-room.js';
import { ConnectionTurns } from './connection-turns.js';
import { PartsLimit } from './parts-limit.js';
import { closeUnfinished, hasLongRest } from './unfinished-body.js';
import { UnreadAnswers } from './unread-answers.js';

/** An express application, seen from its server. */
export type ExpressApp = RequestListener & { request: object; response: object };

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** What a caller is answered whose bytes are no request, by Node's code for it. */
const UNREADABLE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Headers of one request at most. Their number takes more memory than their bytes: a thousand short ones take hundreds
 * of KiB.
 */
const MAX_HEADERS = 100;

/**
 * How often the server looks for requests that take longer to send than they may, in milliseconds; Node's own is 30 s.
 */
const LATE_SENDERS_EVERY = 1000;

/**
 * A server whose requests and responses are born as those of its express application. Express would give each of them
 * another prototype when it comes in, and everything that touches them afterwards would be slower for it.
 *
 * It bounds its connections and the number of headers of each request, serves the requests of each connection one after
 * the other, bounds the answers that nobody reads, has `bodies` bound the requests that arrive, takes no body in very small parts (see
 * `PartsLimit`), and reads none beyond the longest there may be: what is read of it ends there, and the connection
 * closes after the answer. Its `close` lets what is under way end
 * (see `serveUntilClosed`).
 */
export function expressServer(app: ExpressApp, bodies: BodyMemoryLimit): Server {
  const Request = requestThatEnds(bodies.longest, (socket) => {
    refuseUnreadable(new Error('The body comes in too many small parts.'), socket, turns.isAnswering(socket));
  });
  const Response = responseThatCloses();
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype;
  app.response = Response.prototype;
  const unread = new UnreadAnswers();
  const unmet = new WeakSet<IncomingMessage>();
  const turns = new ConnectionTurns((request, response) => {
    unread.watch(response);
    if (unmet.has(request)) response.writeHead(417, { Connection: 'close' }).end();
    else app(request, response);
  });
  const server = createServer({
    IncomingMessage: Request,
    ServerResponse: Response,
    connectionsCheckingInterval: LATE_SENDERS_EVERY,
  });
  // Node refuses a request with more while it reads it.
  server.maxHeadersCount = MAX_HEADERS;
  const room = new ConnectionRoom(server);
  server.on('connection', (socket: Socket) => turns.bound(socket));
  server.on('clientError', (error: Error, socket: Socket) => {
    if (!turns.passesOver(error, socket)) refuseUnreadable(error, socket, turns.isAnswering(socket));
  });
  takeUnmet(server, unmet);
  bodies.isWaiting = (request) => turns.isWaiting(request);
  serveUntilClosed(server, (request, response) => {
    room.watch(request, response);
    bodies.watch(request, response);
    if (request.socket.destroyed) return;
    turns.take(request, response);
  });
  return server;
}

/**
 * Has requests with an Expect header that cannot be met wait for their turn like all others, and notes them in `unmet`.
 * Node would answer each of them with 417 at once, however many it has read.
 */
function takeUnmet(server: Server, unmet: WeakSet<IncomingMessage>): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request);
    server.emit('request', request, response);
  });
}

/**
 * As Node does where nobody listens: says in a line what was wrong, unless an answer is under way, and ends the
 * connection.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, isAnswering: boolean): void {
  const status = UNREADABLE[error.code ?? ''] ?? 400;
  if (socket.writable && !isAnswering)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

/** A class of its own for each server, whose prototype express may change. */
function requestThatEnds(longestBody: number, refuse: (socket: Socket) => void): typeof IncomingMessage {
  return class Request extends IncomingMessage implements ArrivingRequest {
    onBodyPart?: (bytes: number) => void = undefined;
    longest = longestBody;
    private received = 0;
    private parts?: PartsLimit;

    override push(chunk: Buffer | null): boolean {
      // What follows is dropped; it must not stop the parser.
      if (this.received > this.longest || this.socket.destroyed) return true;
      this.parts ??= new PartsLimit();
      if (chunk && !this.parts.take(chunk.length)) {
        refuse(this.socket);
        return true;
      }
      this.received += chunk?.length ?? 0;
      const goesOn = super.push(chunk);
      if (chunk) this.onBodyPart?.(chunk.length);
      return this.received > this.longest ? super.push(null) || true : goesOn;
    }

    /** Node takes one that ends early for one whose caller went away, and cuts the connection before it is answered. */
    override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
      if (this.received > this.longest) done(error);
      else super._destroy(error, done);
    }
  };
}

function responseThatCloses(): typeof ServerResponse {
  return class Response<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
      const { req } = this;
      if (hasLongRest(req)) {
        this.shouldKeepAlive = false;
        // Which is how Node ends a connection after its last answer.
        req.socket.destroySoon = () => closeUnfinished(req.socket);
      }
      if (typeof reason === 'string') super.writeHead(status, reason, headers);
      else super.writeHead(status, reason ?? headers);
      (req as ArrivingRequest).onAnswer?.();
      return this;
    }
  };
}

/**
 * Bounds the times in milliseconds within which a caller must have sent its request, so that slow senders cannot
 * gather. Headers may take 16 KiB, which is Node's own limit. An idle connection is kept for longer than proxies keep
 * it, lest they send a request on one that is just being closed; one on which nothing moves while an answer is due or
 * out is cut.
 */
export function limitServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 75_000;
  server.timeout = 60_000;
}
