import type { ServerResponse } from 'node:http';
import { CapabilityMissing, forbidden, invalid, type Actor, type Claim } from '#crm-domain';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Shed, type PagesAtOnce } from '#auth';
import { countToolCall, traced } from '#platform';
import type { GatewayLog } from '../gateway-log.js';
import { withDeadline } from './deadline.js';
import type { Tool, ToolServices } from './define-tool.js';
import { Fence } from './fence.js';
import { RESULT_CHARACTERS, fitPage, type Page } from './fit-page.js';
import { inputIssues } from './input-issues.js';
import { DeadlineExceeded, ResultTooLong, isFault, outcomeOf, toolError } from './tool-errors.js';
import { writtenResult } from './written-result.js';

/** What is the same for every call. */
export interface ToolFrame {
  services: ToolServices;
  /** The connected-clients screen, where its owner raises a connection. */
  screenUrl: string;
  deadlineMs: number;
  log: GatewayLog;
  pages: PagesAtOnce;
}

/** One call of one tool. */
export interface ToolCall {
  tool: Tool;
  args: unknown;
  claim: Claim;
  /** Who the claim was proved to stand for; missing only for a tool whose own statement proves it. */
  actor?: Actor;
  /** @throws DomainError unauthenticated, forbidden */
  prove(): Promise<Actor>;
  /** Counts what was found against the rate of the caller's credential, in characters. */
  weigh(characters: number): void;
  /** Whether it waits for its turn among the pages of its workspace. */
  isPage: boolean;
  response: ServerResponse;
  requestId: string;
  /** When the request arrived, in milliseconds of `performance.now()`. */
  arrivedAt: number;
  /** Fires when the client has gone. */
  signal: AbortSignal;
}

/**
 * Runs a tool in its frame: capability, input, run within the time, size, errors. Whatever goes wrong is a result with
 * `isError` (contract: Tool server interface; Errors, rule 4; Limits, request time budget).
 * @throws what `prove` throws, for a caller who was not proved: only who may come in is told what is wrong
 * @throws Shed
 */
export async function callTool(frame: ToolFrame, call: ToolCall): Promise<CallToolResult> {
  const begun = performance.now();
  const count = (outcome: string) => countToolCall(call.tool.name, outcome, (performance.now() - begun) / 1000);
  try {
    const input = admit(call);
    const page = await traced(`tool ${call.tool.name}`, {}, () => run(frame, call, input));
    const result = resultOf(call, page, input);
    count('ok');
    return result;
  } catch (thrown) {
    let error: unknown = thrown;
    count(call.signal.aborted ? 'gone' : outcomeOf(error));
    if (error instanceof Shed) throw error;
    // There is no time left for a proof when time is up, and nobody to hear of it who has gone.
    const isOver = call.signal.aborted || error instanceof DeadlineExceeded;
    const actor = call.actor ?? (isOver ? undefined : await call.prove());
    if (!call.actor && actor && !actor.capabilities.has(call.tool.needs))
      error = new CapabilityMissing(actor, call.tool.needs);
    report(frame, call, error);
    return toolError(error instanceof CapabilityMissing ? atTheScreen(error, frame) : error, call.requestId);
  }
}

/** A missing capability is no matter of the token, so it is answered here and never as an HTTP challenge. */
function admit({ tool, args, actor }: ToolCall): Record<string, unknown> {
  if (actor && !actor.capabilities.has(tool.needs)) throw new CapabilityMissing(actor, tool.needs);
  const parsed = tool.input.safeParse(args ?? {});
  if (!parsed.success) throw invalid(inputIssues(tool, parsed.error, args));
  return parsed.data;
}

/** A capability may be missing from the start, or be taken away while a tool is at work; either way its owner can help. */
function atTheScreen({ message }: CapabilityMissing, { screenUrl }: ToolFrame): Error {
  return forbidden(`${message} Its owner can grant it at ${screenUrl}`, 'capability_missing');
}

async function run(frame: ToolFrame, call: ToolCall, input: Record<string, unknown>): Promise<Page> {
  const { tool, signal, arrivedAt, claim, response } = call;
  const ms = Math.max(0, frame.deadlineMs - (performance.now() - arrivedAt));
  const error = () => new DeadlineExceeded(frame.deadlineMs / 1000, tool.hints.readOnly);
  return withDeadline({ ms, error, signal }, (stop) => {
    if (!call.isPage) return perform(frame, call, input, stop);
    const work = async () => {
      // Time may have passed while it waited.
      stop.throwIfAborted();
      return perform(frame, call, input, stop);
    };
    return frame.pages.run(claim, response, work);
  });
}

async function perform(
  { services }: ToolFrame,
  { tool, actor, claim }: ToolCall,
  input: Record<string, unknown>,
  stop: AbortSignal,
): Promise<Page> {
  const { idempotency_key: key, ...args } = input;
  if (tool.proved === 'statement') return tool.run(services, through(tool, actor ?? claim), args, stop);
  if (!actor) throw new Error('This tool is for callers who were proved.');
  const by = through(tool, actor);
  const work = async () => tool.run(services, by, args, stop);
  if (typeof key !== 'string') return work();
  const request = { key, input: [tool.name, args], needs: tool.needs };
  return (await services.idempotency.once<Page>(by, request, work)).answer;
}

function through<By extends Claim>({ name }: Tool, by: By): By {
  return { ...by, via: { ...by.via, tool: name } };
}

function resultOf(call: ToolCall, found: Page, input: Record<string, unknown>): CallToolResult {
  if (!call.tool.present) return fitted(call, found, input);
  const fence = new Fence();
  const presented = call.tool.present(found, fence);
  const { meta: _meta, ...said } = fence.notice ?? {};
  const { content, structuredContent } = fitted(call, { ...said, ...presented }, input);
  return { content, structuredContent, ...(_meta && { _meta }) };
}

function fitted({ tool, weigh }: ToolCall, page: Page, input: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(page);
  // Of what was found, not of what is shown of it: a large record costs as much as many small ones.
  weigh(text.length);
  if (text.length <= RESULT_CHARACTERS) return writtenResult(page, text);
  const offset = typeof input['offset'] === 'number' ? input['offset'] : 0;
  if (tool.rows) return writtenResult(fitPage(page, { ...tool.rows, offset }));
  if (tool.shorten) return writtenResult(tool.shorten(page, RESULT_CHARACTERS, input));
  // What was written stays written, and its answer has to say so.
  if (!tool.hints.readOnly) return writtenResult(page, text);
  throw new ResultTooLong(text.length, RESULT_CHARACTERS);
}

function report({ log }: ToolFrame, { tool, requestId, signal }: ToolCall, error: unknown): void {
  const fields = { tool: tool.name, request_id: requestId };
  if (signal.aborted) log.info(fields, 'the client hung up before the tool had finished');
  else if (isFault(error)) log.error({ ...fields, err: error }, 'a tool failed');
}
