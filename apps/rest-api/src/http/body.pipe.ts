import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { invalid, isEnough, type Issue } from '#crm-domain';
import { fieldsOf, mostOf, partOf, wordsOf } from './openapi/dto-fields.js';
import { isReadOnly } from './read-only.js';

type Dto = new () => object;

const REQUIRED = 'This field is required.';

/**
 * Judges bodies by their DTO class and hands on what was sent, untouched: nothing is dropped, added or converted on the
 * way.
 */
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
    const reading: Reading = { issues, untouched: [] };
    const known = knownOf(metatype as Dto, value, { path: '', keys: [] }, reading);
    if (isEnough(issues)) throw invalid(issues);
    const body = plainToInstance(metatype as Dto, known);
    for (const { keys, held } of reading.untouched) put(body, keys, held);
    const errors = validateSync(body, { forbidUnknownValues: true, stopAtFirstError: true });
    collect(errors, '', issues);
    if (issues.length > 0) throw invalid(issues);
    return value;
  }
}

/** Where in a body something stands: for people, and as the keys that lead to it. */
interface Place {
  path: string;
  keys: readonly (string | number)[];
}

interface Reading {
  issues: Issue[];
  untouched: { keys: readonly (string | number)[]; held: unknown }[];
}

/**
 * What a body has of the fields that its DTO and those within it know. Objects and arrays that are no DTOs are left out
 * and put back by `put`: `plainToInstance` would copy them, and takes a caller's key `constructor` for a class. What
 * could be without number is judged here and goes no further, since class-validator makes an error of every unknown key
 * and looks at every entry of an array.
 */
function knownOf(dto: Dto, value: Record<string, unknown>, at: Place, reading: Reading): object {
  const { issues } = reading;
  const known: Record<string, unknown> = {};
  const fields = new Set(fieldsOf(dto));
  for (const [key, held] of Object.entries(value)) {
    if (isEnough(issues)) break;
    const place = { path: step(at.path, key), keys: [...at.keys, key] };
    const part = partOf(dto, key);
    const most = mostOf(dto, key);
    if (!fields.has(key)) {
      if (!isReadOnly(dto, key)) issues.push(unknown(place.path, dto));
      continue;
    }
    if (!Array.isArray(held)) known[key] = entryOf(part, held, place, reading);
    else if (most !== undefined && held.length > most) issues.push(tooMany(place.path, most));
    else if (!part) reading.untouched.push({ keys: place.keys, held });
    else if (most === undefined) known[key] = [];
    else known[key] = held.map((each, n) => entryOf(part, each, within(place, n), reading));
  }
  return known;
}

function entryOf(part: Dto | undefined, held: unknown, at: Place, reading: Reading): unknown {
  if (typeof held !== 'object' || held === null) return held;
  if (part && isObject(held)) return knownOf(part, held, at, reading);
  reading.untouched.push({ keys: at.keys, held });
  return undefined;
}

function put(body: object, keys: readonly (string | number)[], held: unknown): void {
  const holder = keys.slice(0, -1).reduce((part, key) => part[key] as Parent, body as Parent);
  holder[keys.at(-1)!] = held;
}

type Parent = Record<string | number, unknown>;

function within({ path, keys }: Place, n: number): Place {
  return { path: step(path, `${n}`), keys: [...keys, n] };
}

function collect(errors: readonly ValidationError[], prefix: string, issues: Issue[]): void {
  for (const error of errors) {
    if (isEnough(issues)) return;
    const path = step(prefix, error.property);
    // An array that is too long was left out, which is no reason to say that it is missing.
    if (issues.some((issue) => issue.path === path)) continue;
    for (const [rule, message] of Object.entries(error.constraints ?? {})) {
      const allowed = rule === 'isIn' ? wordsOf(error.target!.constructor as Dto, error.property) : undefined;
      issues.push({ path, message: sentence(message, error), ...(allowed && { expected: 'one of these', allowed }) });
    }
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

/**
 * class-validator begins with the property's name, which the path says already, and speaks of what is missing as if it
 * were wrong.
 */
function sentence(message: string, { property, value }: ValidationError): string {
  const own = message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
  const rest = own.replace('an integer number', 'a whole number').replace(/ 1 elements$/, ' 1 element');
  if (value === undefined) return rest.startsWith('must be ') ? `This field is required and ${rest}.` : REQUIRED;
  return `${rest[0]!.toUpperCase()}${rest.slice(1)}.`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
