import { IncomingMessage, ServerResponse, createServer, type RequestListener, type Server } from 'node:http';

/** An express application, seen from its server. */
export type ExpressApp = RequestListener & { request: object; response: object };

/**
 * A server whose requests and responses are born as those of its express application. Express would give each of them
 * another prototype when it comes in, and everything that touches them afterwards would be slower for it.
 */
export function expressServer(app: ExpressApp): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype;
  app.response = Response.prototype;
  return createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
}
