import type { IncomingMessage } from 'node:http';
import type { OpenSpan, SpanAttributes, Tracing } from './span.js';

let tracing: Tracing | undefined;

/** Sends traces to `OTEL_EXPORTER_OTLP_ENDPOINT`. Without it nothing is loaded. */
export async function startTracing(service: string): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const { openTelemetry } = await import('./open-telemetry.js');
  tracing = openTelemetry(service);
}

/** Does work as a span of its own, when tracing is on. */
export function traced<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  return tracing ? tracing.span(name, attributes, work) : work();
}

export function traceRequest(headers: IncomingMessage['headers'], goOn: (span?: OpenSpan) => void): void {
  if (tracing) tracing.request(headers, goOn);
  else goOn();
}

export async function flushTraces(): Promise<void> {
  await tracing?.flush();
}
