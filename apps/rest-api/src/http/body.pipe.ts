import { createRequire } from 'node:module';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { invalid, isEnough, type Issue } from '#crm-domain';
import { fieldsOf, mostOf } from './dto-fields.js';

type Dto = new () => object;

const REQUIRED = 'This field is required.';

// Where class-transformer keeps what `@Type` says; Nest's mapped types read it in the same way.
const { defaultMetadataStorage: declared } = createRequire(import.meta.url)(
  'class-transformer/cjs/storage.js',
) as typeof import('class-transformer/types/storage.js');

/** Judges bodies by their DTO class and hands on what was sent, untouched: nothing is dropped, added or converted on the way. */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || !metatype) return value;
    if (!isObject(value)) {
      throw invalid([
        {
          path: 'body',
          message: 'Expected a JSON object, sent with Content-Type: application/json.',
          expected: 'object',
        },
      ]);
    }
    const issues: Issue[] = [];
    const body = instanceOf(metatype as Dto, value, { path: '', issues });
    if (isEnough(issues)) throw invalid(issues);
    const errors = validateSync(body, { forbidUnknownValues: true, stopAtFirstError: true });
    collect(errors, '', issues);
    if (issues.length > 0) throw invalid(issues);
    return value;
  }
}

/**
 * The body as an instance of its DTO, its parts as instances of theirs, and everything else as it came. Not by
 * `plainToInstance`, which takes a caller's key `constructor` for a class. What could be without number is judged here and
 * goes no further, since class-validator makes an error of every unknown key and looks at every entry of an array.
 */
function instanceOf(dto: Dto, value: Record<string, unknown>, at: { path: string; issues: Issue[] }): object {
  const instance = new dto() as Record<string, unknown>;
  const known = new Set(fieldsOf(dto));
  for (const [key, held] of Object.entries(value)) {
    if (isEnough(at.issues)) break;
    const path = step(at.path, key);
    const part = declared.findTypeMetadata(dto, key)?.typeFunction() as Dto | undefined;
    const made = (each: unknown, where: string) =>
      part && isObject(each) ? instanceOf(part, each, { ...at, path: where }) : each;
    const most = mostOf(dto, key);
    if (!known.has(key)) at.issues.push(unknown(path, dto));
    else if (!Array.isArray(held)) instance[key] = made(held, path);
    else if (most === undefined) instance[key] = part ? [] : held;
    else if (held.length > most) at.issues.push(tooMany(path, most));
    else instance[key] = held.map((each, n) => made(each, step(path, `${n}`)));
  }
  return instance;
}

function collect(errors: readonly ValidationError[], prefix: string, issues: Issue[]): void {
  for (const error of errors) {
    if (isEnough(issues)) return;
    const path = step(prefix, error.property);
    // An array that is too long was left out, which is no reason to say that it is missing.
    if (issues.some((issue) => issue.path === path)) continue;
    for (const message of Object.values(error.constraints ?? {}))
      issues.push({ path, message: sentence(message, error) });
    collect(error.children ?? [], path, issues);
  }
}

function tooMany(path: string, most: number): Issue {
  return { path, message: `Must contain no more than ${most} elements.` };
}

function unknown(path: string, dto: Dto): Issue {
  return { path, message: 'This field is not known here.', expected: 'a known field', allowed: fieldsOf(dto) };
}

function step(path: string, key: string): string {
  if (!path) return key;
  return /^\d+$/.test(key) ? `${path}[${key}]` : `${path}.${key}`;
}

/** class-validator begins with the property's name, which the path says already, and speaks of what is missing as if it were wrong. */
function sentence(message: string, { property, value }: ValidationError): string {
  const rest = message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
  if (value === undefined) return rest.startsWith('must be ') ? `This field is required and ${rest}.` : REQUIRED;
  return `${rest[0]!.toUpperCase()}${rest.slice(1)}.`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
