import type { IncomingHttpHeaders } from 'node:http';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, trace, type Context, type Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OpenSpan, Tracing } from './span.js';

/** The only version there is (W3C Trace Context, level 1); what follows in later ones is ignored, as it says. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;
const ZEROES = /^0+$/;

/** OpenTelemetry, by the packages of its own. The exporter reads its address and headers from the environment. */
export function openTelemetry(service: string): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1);
  const scheduledDelayMillis = Number(process.env.OTEL_BSP_SCHEDULE_DELAY || 5000);
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis })],
  });
  const tracer = provider.getTracer('crm-service');
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes, kind: SpanKind.INTERNAL }, (span) => ended(span, work)),
    request: (headers, goOn) => {
      const parent = parentOf(headers);
      // Its name is known once it was routed.
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      context.with(trace.setSpan(parent, span), () => goOn(openSpan(span)));
    },
    flush: () => provider.shutdown(),
  };
}

/** Of a failure only that it was one: its text may quote a value. */
async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function openSpan(span: Span): OpenSpan {
  return {
    traceId: span.spanContext().traceId,
    end(name, attributes, failed) {
      span.updateName(name).setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function parentOf({ traceparent }: IncomingHttpHeaders): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '') ?? [];
  if (!traceId || !spanId || ZEROES.test(traceId) || ZEROES.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags!, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
