import type { Actor, Capability, Domain } from '#crm-domain';
import type { z } from 'zod';

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
  /** A short form of a row that is too long even alone; it must satisfy the output schema. */
  shorten?(row: unknown): unknown;
}

/**
 * One tool, complete: what a client is told of it, what it needs, and what it does (contract: Tool server interface).
 * `input` must be a strict object; `output` describes what `run` returns and is not parsed again.
 */
export interface Tool<I extends Schema = Schema, O extends Schema = Schema> {
  name: string;
  title: string;
  description: string;
  needs: Exclude<Capability, 'write:schema'>;
  input: I;
  output: O;
  hints: ToolHints;
  rows?: PagedRows;
  /** `signal` fires when the client has gone or time is up. Throws DomainError; every other error is masked. */
  run(services: ToolServices, actor: Actor, input: z.output<I>, signal: AbortSignal): Promise<z.input<O>> | z.input<O>;
}

/** Keeps the types of input and output inferred while a tool is declared; the registry then treats all alike. */
export function defineTool<I extends Schema, O extends Schema>(tool: Tool<I, O>): Tool {
  return tool as unknown as Tool;
}
