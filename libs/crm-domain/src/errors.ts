import type { Reason } from './reasons.js';

/** What can go wrong, in the words of the domain. Transports map kinds to statuses; nothing here knows HTTP or MCP. */
export type ErrorKind =
  | 'validation'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'version_mismatch'
  | 'dependency_failed'
  | 'rate_limited'
  | 'unavailable';

/** One thing that is wrong with an input: `path` is dotted, as in `data.email_addresses[1]`. */
export interface Issue {
  path: string;
  message: string;
  expected?: string;
  allowed?: readonly string[];
  /** On a unique conflict, the record that already holds the value. */
  record_id?: string;
  /** Where a program can act on it otherwise than on any other invalid input. */
  reason?: Reason;
}

/** Why, where nothing more exact is known. */
export const REASON_OF_KIND: Record<ErrorKind, Reason> = {
  validation: 'invalid_input',
  unauthenticated: 'not_authenticated',
  forbidden: 'not_allowed',
  not_found: 'not_found',
  gone: 'no_longer_kept',
  conflict: 'changed_meanwhile',
  version_mismatch: 'version_mismatch',
  dependency_failed: 'dependency_failed',
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
};

const NOT_FOUND: Record<string, Reason> = {
  Object: 'object_not_found',
  Attribute: 'attribute_not_found',
  Option: 'option_not_found',
  Stage: 'stage_not_found',
  Record: 'record_not_found',
  Webhook: 'webhook_not_found',
  Delivery: 'delivery_not_found',
  Automation: 'automation_not_found',
  View: 'view_not_found',
  Export: 'export_not_found',
  Conversation: 'conversation_not_found',
  Message: 'message_not_found',
  Draft: 'draft_not_found',
  Import: 'import_not_found',
  Erasure: 'erasure_not_found',
  Block: 'block_not_found',
};

/** Where to find what there is. */
const HINTS: Record<string, string> = {
  View: 'GET /v1/views and the tool list_views list those there are.',
  Record: 'One in the trash is read with trashed: "only", and restored before it is changed.',
};

/** The one error the domain throws. `message` is shown to callers, so it is always our own sentence. */
export class DomainError extends Error {
  /** For programs, as `message` is for people. Of several issues, that of the first. */
  reason: Reason;
  /** Whether what was written before is to stay, although the request was refused. */
  readonly keepsWrites: boolean = false;
  /** Further fields of the answer, for programs. */
  facts?: Readonly<Record<string, unknown>>;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly issues: readonly Issue[] = [],
    /** Seconds after which a retry makes sense. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'DomainError';
    this.reason = issues[0]?.reason ?? REASON_OF_KIND[kind];
  }

  /** The same error with a more exact reason. */
  because(reason: Reason): this {
    this.reason = reason;
    return this;
  }
}

/** Issues that one answer tells of. */
export const MAX_ISSUES = 50;
const MAX_PATH_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 500;
const MAX_ENTRY_LENGTH = 255;
/** Characters of such a list that a message repeats. */
const MAX_CHOICE = 200;
/** Entries of a list of what is allowed; who makes one gives one more where there are more, so that this is told. */
const MAX_ALLOWED = 50;
/** Bytes of all lists of what is allowed in one answer. The first list is always told. */
const ROOM_FOR_ALLOWED = 16_000;

/** Whether an answer is full already: whoever judges an input looks no further than one issue beyond it. */
export function isEnough(issues: readonly unknown[]): boolean {
  return issues.length > MAX_ISSUES;
}

/**
 * Refuses an input; the sentence is that of the first issue, so that a reader of `message` alone knows what to mend.
 * The answer is bounded however much is wrong: at most 50 issues, texts cut, and lists of what is allowed while there
 * is room.
 */
export function invalid(issues: readonly Issue[]): DomainError {
  const told = bounded(issues.slice(0, MAX_ISSUES));
  const [first] = told;
  return new DomainError(
    'validation',
    first ? `${first.path}: ${first.message}${choiceOf(first)}${beside(issues.length)}` : 'Invalid request.',
    told,
  );
}

/** What may stand in its place, where that is short and the message does not say it: many read nothing else. */
function choiceOf({ message, allowed = [] }: Issue): string {
  const list = allowed.join(', ');
  if (allowed.length === 0 || list.length > MAX_CHOICE || allowed.every((entry) => message.includes(entry))) return '';
  return `${/[.!?]$/.test(message) ? '' : '.'} Allowed: ${list}.`;
}

function beside(count: number): string {
  if (count <= 1) return '';
  return count > MAX_ISSUES ? ` (there are more; the first ${MAX_ISSUES} are listed)` : ` (and ${count - 1} more)`;
}

/** The same issues in a size that an answer can bear, whatever they repeat of an input. */
function bounded(issues: readonly Issue[]): Issue[] {
  let room = ROOM_FOR_ALLOWED;
  return issues.map(({ allowed, ...issue }) => {
    const texts = {
      ...issue,
      path: cut(issue.path, MAX_PATH_LENGTH),
      message: cut(issue.message, MAX_MESSAGE_LENGTH),
      ...(issue.expected !== undefined && { expected: cut(issue.expected, MAX_MESSAGE_LENGTH) }),
    };
    if (!allowed || room <= 0) return texts;
    const listed = allowed.slice(0, MAX_ALLOWED).map((entry) => cut(entry, MAX_ENTRY_LENGTH));
    room -= listed.reduce((sum, entry) => sum + Buffer.byteLength(entry), 0);
    if (allowed.length <= MAX_ALLOWED) return { ...texts, allowed: listed };
    const some = `allowed lists the first ${MAX_ALLOWED}`;
    return { ...texts, expected: texts.expected === undefined ? some : `${texts.expected}; ${some}`, allowed: listed };
  });
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** The same answer for what is missing and for what belongs to somebody else. */
export function notFound(thing: string): DomainError {
  const hint = HINTS[thing] ? ` ${HINTS[thing]}` : '';
  return new DomainError('not_found', `${thing} not found.${hint}`).because(NOT_FOUND[thing] ?? 'not_found');
}

/** One answer for every API key that is worth nothing: nobody learns from it what was right about theirs. */
export function unauthenticated(): DomainError {
  return new DomainError(
    'unauthenticated',
    'This API key is unknown, expired or revoked. Make another one in the console, at /console/api-keys.',
  );
}

/** The contract gives conflicts no code of their own, so each says its reason. */
export function conflict(reason: Reason, message: string): DomainError {
  return new DomainError('conflict', message).because(reason);
}

/** The caller is known and may not do this (403). */
export function forbidden(message: string, reason: Reason = 'not_allowed'): DomainError {
  return new DomainError('forbidden', message).because(reason);
}
