import type { IncomingMessage } from 'node:http';

/** Names and counts. Never a value, an address, or a path with ids in it. */
export type SpanAttributes = Record<string, string | number>;

/** A span that somebody else ends. */
export interface OpenSpan {
  /** The trace it belongs to, by which it is found. */
  traceId: string;
  end(name: string, attributes: SpanAttributes, failed: boolean): void;
}

/** What tracing can do once it is on. */
export interface Tracing {
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Goes on inside a span of the request; a caller's `traceparent` makes it part of the caller's trace. */
  request(headers: IncomingMessage['headers'], goOn: (span: OpenSpan) => void): void;
  /** Sends what has not been sent. */
  flush(): Promise<void>;
}
