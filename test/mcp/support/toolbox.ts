import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { World } from '../../support/world.js';
import type { Answer } from './wire.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into arbitrary JSON
type Json = any;

export interface ToolFailure {
  type: string;
  code: string;
  reason: string;
  message: string;
  requestId: string;
  issues: { path: string; message: string; allowed?: string[] }[];
  /** Of a version that was not the expected one. */
  current_version?: number;
  changes?: object[];
  /** Of an atomic batch. */
  applied?: boolean;
  results?: object[];
}

interface Listed {
  name: string;
  outputSchema: object;
  annotations: { readOnlyHint: boolean };
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const compiled = new Map<string, ValidateFunction>();

/** Compiles each schema once per worker, and only when a test needs it: to compile those of all tools takes seconds. */
function validatorOf(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(schema);
  compiled.set(key, validate);
  return validate;
}

/** Calls the tools as a client does that believes their schemas. */
export class Toolbox {
  /** Names of the tools that change something. */
  readonly writers: string[] = [];
  private readonly outputs = new Map<string, object>();

  private constructor(
    private readonly world: World,
    readonly token: string,
  ) {}

  static async open(world: World, token: string): Promise<Toolbox> {
    const toolbox = new Toolbox(world, token);
    const { tools } = (await world.mcp(token)).json.result as { tools: Listed[] };
    for (const { name, outputSchema, annotations } of tools) {
      if (!annotations.readOnlyHint) toolbox.writers.push(name);
      toolbox.outputs.set(name, outputSchema);
    }
    return toolbox;
  }

  get names(): string[] {
    return [...this.outputs.keys()];
  }

  /** The result of a call that succeeds: true to its schema, and the same as text. */
  async result(name: string, args: object = {}): Promise<Json> {
    const { result } = (await this.answer(name, args)).json as Json;
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
    const validate = validatorOf(this.outputs.get(name)!);
    expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
    return result.structuredContent;
  }

  /** The error of a call that fails, in the one shape that errors have. */
  async failure(name: string, args: object = {}): Promise<ToolFailure> {
    const answer = await this.answer(name, args);
    const { isError, content, structuredContent } = answer.json.result;
    expect([answer.status, isError, content.length, structuredContent]).toEqual([200, true, 1, undefined]);
    const { error, ...rest } = JSON.parse(content[0].text);
    const { issues = [], current_version, changes, applied, results, ...fields } = error;
    expect(rest).toEqual({});
    expect(fields).toEqual({
      type: expect.any(String),
      code: expect.any(String),
      reason: expect.any(String),
      message: expect.stringMatching(/\S.{8,}\.?$/),
      requestId: answer.headers['x-request-id'],
    });
    return { ...fields, issues, ...(changes && { current_version, changes }), ...(results && { applied, results }) };
  }

  private answer(name: string, args: object): Promise<Answer> {
    return this.world.call(this.token, name, args);
  }
}

/** A failure without what differs between any two. */
export function withoutRequest({ requestId: _requestId, ...rest }: ToolFailure): object {
  return rest;
}
