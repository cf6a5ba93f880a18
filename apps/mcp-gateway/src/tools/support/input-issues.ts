import { MAX_ISSUES, type Issue } from '#crm-domain';
import { z } from 'zod';
import type { Tool } from '../define-tool.js';

type ZodIssue = z.ZodError['issues'][number];

/** What the validator calls a record is an object of any members; here a record is something else. */
const WORDS: Record<string, string> = { record: 'object', int: 'integer' };
const COUNTED: Record<string, string> = { string: 'characters', array: 'entries' };

/** What is wrong with a tool's arguments, in the words the REST side uses too. */
export function inputIssues(tool: Tool, error: z.ZodError, args: unknown): Issue[] {
  const mistyped = new Set(error.issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pathOf(path)));
  // The validator also counts the letters of a text that stands in the place of a list.
  const told = error.issues.filter(({ code, path }) => code === 'invalid_type' || !mistyped.has(pathOf(path)));
  return told.slice(0, MAX_ISSUES + 1).flatMap((issue) => describe(tool, issue, args));
}

function describe(tool: Tool, issue: ZodIssue, args: unknown): Issue[] {
  const path = pathOf(issue.path);
  const must = `${valueAt(args, issue.path) === undefined ? 'is required and ' : ''}must`;
  switch (issue.code) {
    case 'unrecognized_keys': {
      const allowed = issue.path.length === 0 ? Object.keys(tool.input.shape) : undefined;
      return issue.keys.slice(0, MAX_ISSUES + 1).map((key) => ({
        path: pathOf([...issue.path, key]),
        message: `is not an argument of this tool.${insteadOf(tool, key)}`,
        ...(allowed && { allowed }),
      }));
    }
    case 'invalid_type': {
      const expected = isInteger(tool, issue.path) ? 'integer' : (WORDS[issue.expected] ?? issue.expected);
      return [{ path, message: `${must} be of type ${expected}${suchAs(tool, issue.path)}.`, expected }];
    }
    case 'invalid_value':
      return [{ path, message: `${must} be one of the allowed values.`, allowed: issue.values.map(String) }];
    case 'invalid_format':
      return [{ path, message: `must be a valid ${issue.format}.`, expected: issue.format }];
    case 'too_small':
      return [{ path, message: `must ${amount(issue.origin, 'at least', issue.minimum)}.` }];
    case 'too_big':
      return [{ path, message: `must ${amount(issue.origin, 'at most', issue.maximum)}.` }];
    default:
      return [{ path, message: `${issue.message}.` }];
  }
}

/** What to use in place of an argument that other tools have. */
function insteadOf({ input }: Tool, key: string): string {
  const isReply = key === 'conversation_id' && 'reply_to' in input.shape;
  return isReply ? ' To write into a conversation, give the id of one of its messages as reply_to.' : '';
}

/** The validator says `number` of whatever is none, and asks only then whether it is a whole one. */
function isInteger({ input }: Tool, [name, ...rest]: readonly PropertyKey[]): boolean {
  const schema = rest.length === 0 && typeof name === 'string' ? input.shape[name] : undefined;
  return schema !== undefined && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type === 'integer';
}

/** An argument of some shape is shown by the example that its schema has. */
function suchAs({ input }: Tool, [name, ...rest]: readonly PropertyKey[]): string {
  const schema = rest.length === 0 && typeof name === 'string' ? input.shape[name] : undefined;
  const [example] = (schema?.meta()?.examples ?? []) as unknown[];
  return example === undefined ? '' : `, such as ${JSON.stringify(example)}`;
}

function amount(origin: string, bound: string, limit: number | bigint): string {
  return COUNTED[origin] ? `have ${bound} ${limit} ${COUNTED[origin]}` : `be ${bound} ${limit}`;
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((held: unknown, step) => (held as Record<PropertyKey, unknown> | undefined)?.[step], args);
}

/** `values.tags[1]`; the arguments as a whole are `arguments`. */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text.replace(/^\./, '') || 'arguments';
}
