interface Failure {
  name?: string;
  message?: string;
  stack?: string;
  code?: unknown;
  severity?: unknown;
  cause?: unknown;
  errors?: unknown[];
  [field: string]: unknown;
}

/** What Postgres names beside its text. */
const NAMES = ['table', 'column', 'constraint', 'routine'];
const MAX_DEPTH = 3;

/**
 * An error as the log shows it: what it is, where it arose and what caused it. Its text is left out where others wrote
 * it and may have quoted a value: that of Postgres ("Key (email)=(...) already exists") and of a parser.
 */
export function errorFields(error: unknown, depth = 1): object {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const { name, message, stack, code, cause, errors } = error as Failure;
  const inner = cause ?? errors?.[0];
  return {
    type: error.constructor?.name ?? name,
    ...(quotesValues(error as Failure) ? namesOf(error as Failure) : { message }),
    ...(code !== undefined && { code }),
    stack: framesOf(stack),
    ...(inner !== undefined && depth < MAX_DEPTH && { cause: errorFields(inner, depth + 1) }),
  };
}

function quotesValues({ severity, name, query }: Failure): boolean {
  return severity !== undefined || query !== undefined || name === 'SyntaxError' || name === 'ZodError';
}

function namesOf(error: Failure): object {
  return Object.fromEntries(NAMES.filter((name) => typeof error[name] === 'string').map((name) => [name, error[name]]));
}

/** Without the first lines, which repeat the text. */
function framesOf(stack = ''): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.map((line) => line.trim()).join('\n');
}
