import type { Actor, Capability, Caller, Domain } from '#crm-domain';
import { z } from 'zod';
import type { Fence } from './support/fence.js';

/** What tools work with: the domain, as the REST side has it. */
export type ToolServices = Domain;

export interface ToolHints {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  /** Does it reach people or systems outside the workspace? */
  openWorld: boolean;
}

type Schema = z.ZodObject;

/** Where the rows of a page stand in a tool's output, so that a page too long for a client can be cut. */
export interface PagedRows {
  key: string;
  /** A short form of a row that is longer than `room` characters even alone; it must satisfy the output schema. */
  shorten?(row: unknown, room: number): unknown;
}

/**
 * One tool, complete: what a client is told of it, what it needs, and what it does (contract: Tool server interface).
 * `input` must be a strict object; `output` describes what `run` returns and is not parsed again.
 */
export type Tool<I extends Schema = Schema, O extends Schema = Schema> = Description<I, O> &
  ({ proved?: undefined; run: Run<Actor, I, O> } | { proved: 'statement'; run: Run<Caller, I, O> });

interface Description<I extends Schema, O extends Schema> {
  name: string;
  title: string;
  description: string;
  needs: Exclude<Capability, 'write:schema'>;
  input: I;
  output: O;
  hints: ToolHints;
  /**
   * What a call may cost the process: as much as a page of rows, so that few are worked on at once for a workspace, or
   * as much as one record or message. Whatever has `rows` costs a page.
   */
  cost: 'page' | 'record';
  rows?: PagedRows;
  /** Whether undo_changes takes back what it writes: then its result names the request. */
  undoable?: true;
  /** How many writes a call carries, where it may be several: each counts as one. */
  itemsOf?(input: z.output<I>): number;
  /** A short form of a result that is no page and longer than `room` characters; it must satisfy the output schema. */
  shorten?(result: Record<string, unknown>, room: number, input: z.output<I>): Record<string, unknown>;
  /** What is sent of a result that holds text from outside or addresses of screens. */
  present?(result: z.input<O>, by: Presenting, input: z.output<I>): z.input<O>;
}

export interface Presenting {
  /** For around each text from outside. */
  fence: Fence;
  /** Most characters of a result. */
  room: number;
  /** Address of the screens, with a slash at its end. */
  screens: string;
}

/** `signal` fires when the client has gone or time is up. Throws DomainError; every other error is masked. */
type Run<By extends Caller, I extends Schema, O extends Schema> = (
  services: ToolServices,
  by: By,
  input: z.output<I>,
  signal: AbortSignal,
) => Promise<z.input<O>> | z.input<O>;

// What these mean is said once, in the instructions of the server: the list of tools has little room.
const idempotency_key = z
  .string()
  .max(255)
  .regex(/^[!-~]+$/)
  .optional();
const dry_run = z.boolean().optional();
const expect_digest = z.string().max(43).optional();

/**
 * Keeps the types of input and output inferred while a tool is declared; the registry then treats all alike. Every tool
 * that writes takes an `idempotency_key`, `dry_run` and `expect_digest`, which the frame sees to. Beside its result, a dry
 * run has what it would do under `dry_run`.
 */
export function defineTool<I extends Schema, O extends Schema>(tool: Tool<I, O>): Tool {
  if (tool.hints.readOnly) return tool as unknown as Tool;
  const input = tool.input.extend({ idempotency_key, dry_run, expect_digest });
  return { ...tool, input } as unknown as Tool;
}
