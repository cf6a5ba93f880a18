import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { invalid, recordIdOf, type RecordInput } from '#crm-domain';
import { errorAnswer } from './openapi/answers.js';

/** The versions of which a write expects one; undefined: whichever there is. */
type ExpectedVersions = RecordInput['expected'];

/** What a route gives in place of an answer that its caller has already; the tag is that of the present version. */
export class NotModified {
  constructor(readonly version: number) {}
}

/** The entity tag of what has a version. */
export function tagOf(version: number): string {
  return `"${version}"`;
}

interface Tag {
  isWeak: boolean;
  opaque: string;
}

const MAX_LENGTH = 1000;
// An element of a list may be empty (RFC 9110, 5.6.1).
const TAG = /(?:[ \t]*,)*[ \t]*(W\/)?"([!#-~\x80-\xff]*)"[ \t]*(?=,|$)/y;
const END = /(?:[ \t]*,)*[ \t]*$/y;
const FORM = `"*", or entity tags such as ${tagOf(7)} with commas between them, at most ${MAX_LENGTH} characters`;

/** @throws DomainError validation for what is no list of entity tags (RFC 9110, 13.1.1) */
function readTags(name: string, header: string): readonly Tag[] | '*' {
  if (header.trim() === '*') return '*';
  const tags: Tag[] = [];
  let at = 0;
  for (TAG.lastIndex = 0; header.length <= MAX_LENGTH;) {
    const [, weak, opaque] = TAG.exec(header) ?? [];
    if (opaque === undefined) break;
    tags.push({ isWeak: weak !== undefined, opaque });
    at = TAG.lastIndex;
  }
  END.lastIndex = at;
  if (tags.length > 0 && END.test(header)) return tags;
  throw invalid([{ path: name, message: `Expected ${FORM}.`, expected: FORM }]);
}

const VERSION = /^[1-9]\d{0,9}$/;

/**
 * The versions that an `If-Match` allows: of `*` every one. A weak tag never matches, and neither does a tag that is no
 * version. @throws DomainError validation
 */
export function readIfMatch(header: string | undefined): ExpectedVersions {
  if (header === undefined) return undefined;
  const tags = readTags('If-Match', header);
  if (tags === '*') return undefined;
  return tags.filter(({ isWeak, opaque }) => !isWeak && VERSION.test(opaque)).map(({ opaque }) => Number(opaque));
}

/**
 * The versions of an `If-None-Match`, weak tags included: whether the caller already has a version.
 * @throws DomainError validation
 */
export function readIfNoneMatch(header: string | undefined): (version: number) => boolean {
  if (header === undefined) return () => false;
  const tags = readTags('If-None-Match', header);
  return (version) => tags === '*' || tags.some(({ opaque }) => opaque === String(version));
}

/** The answer, unless the caller has it already. `recordKey` is the id or slug by which a record was asked for. */
export function unlessKnown<Answer extends { id?: unknown; version?: number | undefined }>(
  answer: Answer,
  isKnown: (version: number) => boolean,
  recordKey?: string,
): Answer | NotModified {
  const version = comparedVersion(answer, recordKey);
  return version !== undefined && isKnown(version) ? new NotModified(version) : answer;
}

/**
 * The version by which an answer is known again. There is none of a record that answers for the one of `recordKey`, which
 * was merged into it: versions of the two may be equal by chance.
 */
export function comparedVersion(
  { id, version }: { id?: unknown; version?: unknown },
  recordKey: string | undefined,
): number | undefined {
  if (typeof version !== 'number') return undefined;
  if (recordKey === undefined || id === undefined) return version;
  const recordId = typeof id === 'string' ? id : (id as { record_id?: unknown }).record_id;
  return recordId === recordIdOf(recordKey) ? version : undefined;
}

const tags = { type: 'string', minLength: 1, maxLength: MAX_LENGTH };

/** Documents a route that refuses to write on another version than the expected one. */
export const TakesIfMatch = () =>
  applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`.',
      schema: tags,
      example: tagOf(7),
    }),
    ApiResponse({ status: 412, ...errorAnswer(412) }),
  );

/** Documents a route that does not repeat what its caller has already. */
export const TakesIfNoneMatch = () =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of an earlier answer: if it is still that, the answer is 304, without a body.',
      schema: tags,
      example: tagOf(7),
    }),
    ApiResponse({ status: 304, description: 'The `ETag` is still one of those in `If-None-Match`.' }),
  );
