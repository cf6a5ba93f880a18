import type { IncomingMessage } from 'node:http';
import { logger } from '../logger.js';
import type { OpenSpan, SpanAttributes, Tracing } from './span.js';

const FLUSH_WITHIN_MS = 3000;

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

/** A collector that is slow or away keeps no service from ending as it should. */
export async function flushTraces(): Promise<void> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The collector does not answer.')), FLUSH_WITHIN_MS).unref(),
  );
  await Promise.race([tracing?.flush(), late]).catch((err: unknown) =>
    logger.warn({ err }, 'The last traces could not be sent.'),
  );
}
