import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/**
 * Everything this process measures. Labels are names from the source and classes of status: never a workspace, a value
 * or a path.
 */
export const registry = new Registry();

const registers = [registry];
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

let measuring = false;

/** From here on is measured what happens; before, and without a port for it, measuring costs nothing. */
export function startMeasuring(): void {
  if (measuring) return;
  measuring = true;
  // Memory, CPU, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
}

export function isMeasuring(): boolean {
  return measuring;
}

const requests = new Histogram({
  name: 'crm_http_request_duration_seconds',
  help: 'Answered HTTP requests, by method, route template and class of status',
  labelNames: ['method', 'route', 'status_class'],
  buckets: SECONDS,
  registers,
});

const refused = new Counter({
  name: 'crm_http_requests_shed_total',
  help: 'Requests refused with 503 because too many were in progress',
  registers,
});

const tools = new Histogram({
  name: 'crm_tool_call_duration_seconds',
  help: 'Tool calls, by tool and outcome: ok, the kind of refusal, timeout, gone (the client hung up) or fault',
  labelNames: ['tool', 'outcome'],
  buckets: SECONDS,
  registers,
});

const characters = new Counter({
  name: 'crm_tool_result_characters_total',
  help: 'Characters in the results of tool calls, by tool and format of records; none for a tool without formats',
  labelNames: ['tool', 'format'],
  registers,
});

const deliveries = new Counter({
  name: 'crm_deliveries_total',
  help: 'Results of attempts to deliver messages, by channel and state',
  labelNames: ['channel', 'state'],
  registers,
});

const skippedMails = new Counter({
  name: 'crm_mails_skipped_total',
  help: 'Mails that came in and were skipped, or kept without their attachments, because the provider does not give them',
  labelNames: ['channel'],
  registers,
});
// The first one would not be seen as an increase otherwise.
for (const channel of ['gmail', 'outlook']) skippedMails.inc({ channel }, 0);

export interface AnsweredRequest {
  method: string;
  /** Template, such as /v1/objects/:identifier. */
  route: string;
  status: number;
  seconds: number;
}

export function countRequest({ method, route, status, seconds }: AnsweredRequest): void {
  if (measuring) requests.observe({ method, route, status_class: `${Math.floor(status / 100)}xx` }, seconds);
}

export function countShedRequest(): void {
  if (measuring) refused.inc();
}

/** A tool call that ended, by its outcome; it took `seconds`. */
export function countToolCall(tool: string, outcome: string, seconds: number): void {
  if (measuring) tools.observe({ tool, outcome }, seconds);
}

/** The result of a tool call, in one of the formats that the source names. */
export function countToolResult(tool: string, format: string, length: number): void {
  if (measuring) characters.inc({ tool, format }, length);
}

/** An attempt's end, by the verdict on it: `accepted`, `rejected`, `transient`, `unknown`, ... */
export function countDelivery(channel: string, state: string): void {
  if (measuring) deliveries.inc({ channel, state });
}

/** Also where nobody measures: it is rare. */
export function countSkippedMail(channel: string): void {
  skippedMails.inc({ channel });
}

/** Shows a number that is looked up whenever somebody asks. */
export function gauge(name: string, help: string, read: () => number): void {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
}
