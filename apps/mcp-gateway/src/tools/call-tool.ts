import type { ServerResponse } from 'node:http';
import { CapabilityMissing, MAX_ISSUES, SchemaUse, forbidden, invalid, type Actor, type Caller } from '#crm-domain';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Shed, type AnswerWeighing, type ConcurrencyLimits } from '#auth';
import { countToolCall, countToolResult, traced } from '#platform';
import type { GatewayLog } from '../gateway-options.js';
import { withDeadline } from './support/deadline.js';
import type { Tool, ToolServices } from './define-tool.js';
import { Fence } from './support/fence.js';
import { fitPage, type Page } from './support/fit-page.js';
import { inputIssues } from './support/input-issues.js';
import { DeadlineExceeded, ResultTooLong, isFault, outcomeOf, toolError } from './support/tool-errors.js';
import { writtenResult } from './support/written-result.js';

/** What is the same for every call. */
export interface ToolFrame {
  services: ToolServices;
  /** The connected-clients screen, where its owner raises a connection. */
  screenUrl: string;
  deadlineMs: number;
  /** Longest result in characters. */
  resultCharacters: number;
  log: GatewayLog;
  limits: ConcurrencyLimits;
}

/** One call of one tool. */
export interface ToolCall {
  tool: Tool;
  args: unknown;
  caller: Caller;
  /** Who the claim was proved to stand for; missing only for a tool whose own statement proves it. */
  actor?: Actor;
  /** @throws DomainError unauthenticated, forbidden */
  authorize(): Promise<Actor>;
  /** Counts what was found against the rate of the caller's credential, in characters. */
  weight?: AnswerWeighing | undefined;
  /** Among what of its workspace it waits for its turn; undefined where it does not. */
  turn?: 'pages' | 'writes';
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
 * @throws what `authorize` throws, for a caller who was not proved: only who may come in is told what is wrong
 * @throws Shed
 */
export async function callTool(frame: ToolFrame, call: ToolCall): Promise<CallToolResult> {
  const begun = performance.now();
  const count = (outcome: string) => countToolCall(call.tool.name, outcome, (performance.now() - begun) / 1000);
  try {
    const input = admit(call);
    const items = call.tool.itemsOf?.(input) ?? 1;
    if (items > 1) call.weight?.spendItems?.(items - 1);
    const page = await traced(`tool ${call.tool.name}`, {}, () => run(frame, call, input));
    const result = resultOf(frame, call, page, input);
    count('ok');
    countResult(call, result, input);
    return result;
  } catch (thrown) {
    let error: unknown = thrown;
    count(call.signal.aborted ? 'gone' : outcomeOf(error));
    if (error instanceof Shed) throw error;
    // There is no time left for a proof when time is up, and nobody to hear of it who has gone.
    const isOver = call.signal.aborted || error instanceof DeadlineExceeded;
    const actor = call.actor ?? (isOver ? undefined : await call.authorize());
    if (!call.actor && actor && !actor.capabilities.has(call.tool.needs))
      error = new CapabilityMissing(actor, call.tool.needs);
    if (error instanceof CapabilityMissing && actor) frame.services.connections.noteRefusal(actor, error.needs);
    report(frame, call, error);
    const told = error instanceof CapabilityMissing ? atTheScreen(error, frame) : error;
    call.weight?.refuse();
    return toolError(told, call.requestId, screensOf(frame));
  }
}

/** A missing capability is no matter of the token, so it is answered here and never as an HTTP challenge. */
function admit({ tool, args, actor }: ToolCall): Record<string, unknown> {
  if (actor && !actor.capabilities.has(tool.needs)) throw new CapabilityMissing(actor, tool.needs);
  refuseMany(tool, args);
  const parsed = tool.input.safeParse(args ?? {});
  if (!parsed.success) throw invalid(inputIssues(tool, parsed.error, args));
  return parsed.data;
}

/** The validator would name every one of them. */
function refuseMany({ input }: Tool, args: unknown): void {
  if (args === null || typeof args !== 'object') return;
  const allowed = Object.keys(input.shape);
  const unknown = Object.keys(args).filter((key) => !(key in input.shape));
  if (unknown.length <= MAX_ISSUES) return;
  throw invalid(
    unknown.slice(0, MAX_ISSUES + 1).map((path) => ({ path, message: 'is not an argument of this tool.', allowed })),
  );
}

/**
 * A capability may be missing from the start, or be taken away while a tool is at work; either way its owner can help.
 */
function atTheScreen({ message }: CapabilityMissing, { screenUrl }: ToolFrame): Error {
  return forbidden(`${message} Its owner can grant it at ${screenUrl}`, 'capability_missing');
}

async function run(frame: ToolFrame, call: ToolCall, input: Record<string, unknown>): Promise<Page> {
  const { tool, signal, arrivedAt, caller, turn, weight } = call;
  const ms = Math.max(0, frame.deadlineMs - (performance.now() - arrivedAt));
  const error = () => new DeadlineExceeded(frame.deadlineMs / 1000, tool.hints.readOnly);
  return withDeadline({ ms, error, signal }, (stop) => {
    const work = async (defersLarge: boolean) => {
      // Time may have passed while it waited.
      stop.throwIfAborted();
      const by = { actor: call.actor && { ...call.actor, defersLarge }, caller: { ...caller, defersLarge } };
      const page = await SchemaUse.during(() => perform(frame, { ...call, ...by }, input, stop));
      // Nobody waits for it any more, so that it is counted nowhere else.
      if (stop.aborted) weight?.weigh(JSON.stringify(page).length);
      return page;
    };
    const { limits } = frame;
    if (turn === 'pages') return limits.page(call, tool.name, () => work(false));
    return limits.largeAlone(call, (defersLarge) =>
      turn && defersLarge ? limits.write(call, () => work(true)) : work(defersLarge),
    );
  });
}

async function perform(
  { services }: ToolFrame,
  { tool, actor, caller }: ToolCall,
  given: Record<string, unknown>,
  stop: AbortSignal,
): Promise<Page> {
  const { idempotency_key: key, dry_run, expect_digest, ...args } = given;
  if (tool.proved === 'statement') return tool.run(services, through(tool, actor ?? caller), args, stop);
  if (!actor) throw new Error('This tool is for callers who were proved.');
  const by = through(tool, actor);
  const isDryRun = dry_run === true;
  const isNamed = tool.undoable && !isDryRun;
  const run = async (): Promise<Page> => {
    const page = await tool.run(services, by, args, stop);
    return isNamed ? { ...page, request_id: by.via.request_id } : page;
  };
  const asked = {
    needs: tool.needs,
    input: [tool.name, args],
    isDryRun,
    expectDigest: expect_digest as string | undefined,
  };
  const work = isDryRun || expect_digest !== undefined ? () => rehearse(services, by, asked, run) : run;
  if (typeof key !== 'string' || isDryRun) return work();
  const input = expect_digest === undefined ? [tool.name, args] : [tool.name, args, expect_digest];
  const request = { key, input, needs: tool.needs };
  return (await services.idempotency.once<Page>(by, request, work)).answer;
}

/** Characters that the changes of a dry run may have, so that there is room for the rest of a result. */
const DRY_RUN_CHARACTERS = 60_000;

async function rehearse(
  { dryRuns }: ToolServices,
  by: Actor,
  asked: Omit<Parameters<ToolServices['dryRuns']['run']>[1], 'room'>,
  work: () => Promise<Page>,
): Promise<Page> {
  const { answer, dry_run } = await dryRuns.run(by, { ...asked, room: DRY_RUN_CHARACTERS }, work);
  return dry_run ? { ...answer, dry_run } : answer;
}

function through<By extends Caller>({ name }: Tool, by: By): By {
  return { ...by, via: { ...by.via, tool: name } };
}

/** Address of the screens, with a slash at its end. */
function screensOf({ screenUrl }: ToolFrame): string {
  return new URL('.', screenUrl).href;
}

function resultOf(frame: ToolFrame, call: ToolCall, found: Page, input: Record<string, unknown>): CallToolResult {
  if (!call.tool.present) return fitted(frame, call, found, input);
  const fence = new Fence();
  const presented = call.tool.present(found, { fence, room: frame.resultCharacters, screens: screensOf(frame) }, input);
  const { meta: _meta, ...said } = fence.notice ?? {};
  const { content, structuredContent } = fitted(frame, call, { ...said, ...presented }, input);
  return { content, structuredContent, ...(_meta && { _meta }) };
}

function fitted(
  { resultCharacters: most }: ToolFrame,
  { tool, weight }: ToolCall,
  page: Page,
  input: Record<string, unknown>,
): CallToolResult {
  const text = JSON.stringify(page);
  // Of what was found, not of what is shown of it: a large record costs as much as many small ones.
  weight?.weigh(text.length);
  if (text.length <= most) return writtenResult(page, text);
  const offset = typeof input['offset'] === 'number' ? input['offset'] : 0;
  if (tool.rows) return writtenResult(fitPage(page, { ...tool.rows, offset, limit: most }));
  if (tool.shorten) return writtenResult(tool.shorten(page, most, input));
  // What was written stays written, and its answer has to say so.
  if (!tool.hints.readOnly) return writtenResult(page, text);
  throw new ResultTooLong(text.length, most);
}

/** What a model has to read of a result. */
function countResult({ tool }: ToolCall, { content }: CallToolResult, { format }: Record<string, unknown>): void {
  const characters = content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
  const hasFormat = 'format' in tool.input.shape;
  countToolResult(tool.name, hasFormat ? String(format ?? 'detailed') : 'none', characters);
}

function report({ log }: ToolFrame, { tool, requestId, signal }: ToolCall, error: unknown): void {
  const fields = { tool: tool.name, request_id: requestId };
  if (signal.aborted) log.info(fields, 'the client hung up before the tool had finished');
  else if (isFault(error)) log.error({ ...fields, err: error }, 'a tool failed');
}
