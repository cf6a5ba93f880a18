import type { IncomingMessage, ServerResponse } from 'node:http';
import { countRequest } from '../metrics/metrics.js';
import type { OpenSpan } from '../tracing/span.js';
import { traceRequest } from '../tracing/tracing.js';
import { CpuTime } from './cpu-time.js';

/** A request as the web framework leaves it: with the template of the route that took it. */
export type RoutedRequest = IncomingMessage & { route?: { path?: unknown } };

/** What the log line of a request says beside what is the same everywhere; no value, address or secret. */
export interface RequestFacts {
  request_id?: string;
  workspace_id?: string;
  /** Id of the API key, client or connection that was used. */
  credential?: string;
  tool?: string;
}

export interface RequestWatch {
  log: { info(fields: object, message: string): void };
  factsOf(request: RoutedRequest): RequestFacts;
}

type Middleware = (request: RoutedRequest, response: ServerResponse, next: () => void) => void;

const PROBES = new Set(['/healthz', '/readyz']);
/** A caller that went away before its answer; no status was sent, and this number is never sent. */
const GONE = 499;

/**
 * Every request once it is over, for all who look: a line in the log, the metrics, and a span of its own. The CPU time
 * that it takes is counted from here on.
 */
export function watchRequests({ log, factsOf }: RequestWatch): Middleware {
  return (request, response, next) => {
    const begun = performance.now();
    traceRequest(request.headers, (span) => {
      response.once('close', () => {
        const seconds = (performance.now() - begun) / 1000;
        const ended = endOf(request, response);
        countRequest({ ...ended, seconds });
        tell(span, ended);
        if (PROBES.has(ended.route)) return;
        const trace = span && { trace_id: span.traceId };
        log.info({ ...factsOf(request), ...trace, ...ended, duration_ms: Math.round(seconds * 1e4) / 10 }, 'request');
      });
      CpuTime.begin(next);
    });
  };
}

interface Ended {
  method: string;
  route: string;
  status: number;
}

function endOf(request: RoutedRequest, response: ServerResponse): Ended {
  const path = request.route?.path;
  return {
    method: request.method ?? '',
    route: typeof path === 'string' ? path : 'none',
    status: response.writableFinished ? response.statusCode : GONE,
  };
}

function tell(span: OpenSpan | undefined, { method, route, status }: Ended): void {
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
  span?.end(`${method} ${route}`, attributes, status >= 500);
}
