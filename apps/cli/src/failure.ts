import { DomainError } from '#crm-domain';
import { SettingsError } from '#platform';

/** A failure with a sentence of our own. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
    this.name = 'Failure';
  }
}

/** Whether the system could not read or write a file. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return (error as NodeJS.ErrnoException | undefined)?.syscall !== undefined && !('kind' in (error as object));
}

/** How this program is called here: by its name in the images, through npm in the repository. */
function callOf(env: NodeJS.ProcessEnv): string {
  return env.npm_lifecycle_event === 'crm' ? 'npm run --silent crm --' : 'crm';
}

/** The command line itself is wrong; the sentence ends with where to look. */
export class BadArguments extends Failure {
  constructor(what: string, command = '') {
    super(`${what}; see ${callOf(process.env)} ${command ? `${command} ` : ''}--help.`, 2);
    this.name = 'BadArguments';
  }
}

/**
 * Whether a word of the command line may be repeated: it looks like the name of a command or an option. Anything else
 * may be a secret in the wrong place.
 */
export function isName(word: string): boolean {
  return /^(?=.{1,20}$)[a-z]+(-[a-z]+)*$/.test(word);
}

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name cannot be resolved',
  EAI_AGAIN: 'its host name cannot be resolved',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'it does not answer',
  ECONNRESET: 'it closed the connection',
  '28P01': 'the password is wrong',
  '28000': 'it rejects this user',
  '3D000': 'this database does not exist',
};

/** Values that are listed; a file may have 250 columns. */
const MOST_ALLOWED = 30;

const LOCK_TIMEOUT = '55P03';
const LOCKED =
  'Timed out waiting for a lock on a table. The step was rolled back; try again when there is less traffic.';

/** The message of a refusal, and what would be taken in place of the first thing that is wrong. */
export function withAllowed({ message, issues: [first] }: DomainError): string {
  const { allowed = [] } = first ?? {};
  const more = allowed.length > MOST_ALLOWED ? ', ...' : '';
  return allowed.length > 0 ? `${message} Allowed: ${allowed.slice(0, MOST_ALLOWED).join(', ')}${more}.` : message;
}

/** What went wrong, in one sentence and without a stack trace. */
export function sentenceOf(error: unknown): string {
  if (error instanceof DomainError) return withAllowed(error);
  if (error instanceof Failure || error instanceof SettingsError) return error.message;
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  if ((first as { code?: unknown })?.code === LOCK_TIMEOUT) return LOCKED;
  if (!(first instanceof Error)) return `Something went wrong: ${String(first)}`;
  return `Something went wrong: ${first.message.split('\n')[0] || first.name}`;
}

/** Says which database cannot be reached and why, where that is what an error means. Never shows its password. */
export function unreachable(error: unknown, url: string): Failure | undefined {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const code = String((first as { code?: unknown } | undefined)?.code ?? '');
  const why =
    UNREACHABLE[code] ??
    (!code && /timeout/i.test(String((first as Error | undefined)?.message)) ? 'it does not answer' : undefined);
  if (!why) return undefined;
  const { host, pathname } = new URL(url);
  // An @ behind the host is the end of a password that was cut by a slash of its own: all before it belongs to that.
  const where = pathname.includes('@') ? 'of DATABASE_URL' : `${host}${pathname}`;
  return new Failure(`The database ${where} cannot be reached: ${why}.`);
}
