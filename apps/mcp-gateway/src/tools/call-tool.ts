import { forbidden, invalid, type Actor } from '#crm-domain';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { GatewayLog } from '../gateway-log.js';
import { withDeadline } from './deadline.js';
import type { Tool, ToolServices } from './define-tool.js';
import { RESULT_CHARACTERS, fitPage, type Page } from './fit-page.js';
import { inputIssues } from './input-issues.js';
import { DeadlineExceeded, isFault, toolError } from './tool-errors.js';

/** What is the same for every call. */
export interface ToolFrame {
  services: ToolServices;
  /** The connected-clients screen, where its owner raises a connection. */
  screenUrl: string;
  deadlineMs: number;
  log: GatewayLog;
}

/** One call of one tool. */
export interface ToolCall {
  tool: Tool;
  args: unknown;
  actor: Actor;
  requestId: string;
  /** When the request arrived, in milliseconds of `performance.now()`. */
  arrivedAt: number;
  /** Fires when the client has gone. */
  signal: AbortSignal;
}

/**
 * Runs a tool in its frame: capability, input, run within the time, size, errors. Never throws: whatever goes wrong
 * is a result with `isError` (contract: Tool server interface; Errors, rule 4; Limits, request time budget).
 */
export async function callTool(frame: ToolFrame, call: ToolCall): Promise<CallToolResult> {
  try {
    const input = admit(frame, call);
    const page = await run(frame, call, input);
    return resultOf(call.tool, page, input);
  } catch (error) {
    report(frame, call, error);
    return toolError(error, call.requestId);
  }
}

/** A missing capability is no matter of the token, so it is answered here and never as an HTTP challenge. */
function admit({ screenUrl }: ToolFrame, { tool, args, actor }: ToolCall): Record<string, unknown> {
  if (!actor.capabilities.has(tool.needs)) {
    throw forbidden(
      `This connection does not have the capability ${tool.needs}. Its owner can grant it at ${screenUrl}`,
    );
  }
  const parsed = tool.input.safeParse(args ?? {});
  if (!parsed.success) throw invalid(inputIssues(tool, parsed.error));
  return parsed.data;
}

async function run(frame: ToolFrame, call: ToolCall, input: Record<string, unknown>): Promise<Page> {
  const { tool, signal, arrivedAt } = call;
  const actor: Actor = { ...call.actor, via: { ...call.actor.via, tool: tool.name } };
  const ms = Math.max(0, frame.deadlineMs - (performance.now() - arrivedAt));
  const error = () => new DeadlineExceeded(frame.deadlineMs / 1000, tool.hints.readOnly);
  return withDeadline({ ms, error, signal }, (stop) => tool.run(frame.services, actor, input, stop));
}

function resultOf(tool: Tool, page: Page, input: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(page);
  if (text.length <= RESULT_CHARACTERS || !tool.rows) return framed(text, page);
  const offset = typeof input['offset'] === 'number' ? input['offset'] : 0;
  const cut = fitPage(page, { ...tool.rows, offset });
  return framed(JSON.stringify(cut), cut);
}

function framed(text: string, structuredContent: Page): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

function report({ log }: ToolFrame, { tool, requestId, signal }: ToolCall, error: unknown): void {
  const fields = { tool: tool.name, request_id: requestId };
  if (signal.aborted) log.info(fields, 'the client hung up before the tool had finished');
  else if (isFault(error)) log.error({ ...fields, err: error }, 'a tool failed');
}
