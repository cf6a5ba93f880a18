import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
  ValidateBy,
  isUUID,
  type ValidationOptions,
} from 'class-validator';
import { fieldsOf, holdsPart } from './openapi/dto-fields.js';

/** What the documentation says of a field; `optional` and `nullable` are enforced as well. */
interface FieldOptions {
  description?: string;
  example?: unknown;
  optional?: boolean;
  nullable?: boolean;
}

// Text that Postgres or a JSON reader elsewhere would refuse or mangle.
const CLEAN = /^[^\p{Cs}\0]*$/u;
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}]/u;
// ISO 8601 knows weeks, bare days and local times too, which are no moments.
const MOMENT =
  /^(?!0000)\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const INTEGER_MAX = 2_147_483_647;

/** An offset may carry a moment out of the years that are written with four digits. */
function IsWithinYears(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => {
    const moment = typeof value === 'string' ? new Date(value) : new Date(NaN);
    return !Number.isNaN(moment.getTime()) && moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999;
  };
  return ValidateBy({ name: 'isWithinYears', validator: { validate } }, options);
}

function field(options: FieldOptions, schema: object, ...checks: PropertyDecorator[]): PropertyDecorator {
  const { description, example, optional = false, nullable = false } = options;
  const presence = optional
    ? [nullable ? IsOptional() : ValidateIf((_, value) => value !== undefined)]
    : nullable
      ? [ValidateIf((_, value) => value !== null)]
      : [];
  return applyDecorators(
    ApiProperty({ description, example, required: !optional, ...(nullable ? { nullable } : {}), ...schema } as object),
    ...presence,
    ...checks,
  );
}

export const Text = ({ max = 255, min = 0, ...options }: FieldOptions & { max?: number; min?: number } = {}) =>
  field(
    options,
    { type: 'string', maxLength: max, ...(min ? { minLength: min } : {}) },
    ...[
      IsString(),
      MinLength(min),
      MaxLength(max),
      Matches(CLEAN, { message: '$property must not contain NUL or half of a surrogate pair' }),
    ],
    ...(min ? [Matches(VISIBLE, { message: '$property must not be blank' })] : []),
  );

export const Flag = (options: FieldOptions = {}) => field(options, { type: 'boolean' }, IsBoolean());

export const Order = (options: FieldOptions = {}) =>
  field(options, { type: 'integer', minimum: 0, maximum: INTEGER_MAX }, IsInt(), Min(0), Max(INTEGER_MAX));

export const Time = (options: FieldOptions = {}) => {
  const message = '$property must be a date and time with an offset, such as 2026-02-28T09:30:00Z';
  return field(
    options,
    { type: 'string', format: 'date-time' },
    Matches(MOMENT, { message }),
    IsWithinYears({ message }),
    IsISO8601({ strict: true }, { message }),
  );
};

export const Id = (options: FieldOptions = {}) => field(options, { type: 'string', format: 'uuid' }, IsUUID());

const CHOICE_IDS = ['option_id', 'stage_id'];

/** Of an option or a stage: a UUID, or the object of ids that it is read with. */
export const ChoiceId = (options: FieldOptions = {}) => {
  const uuid = { type: 'string', format: 'uuid' };
  const names = { maxLength: 64 };
  const read = { type: 'object', additionalProperties: true, maxProperties: 4, propertyNames: names };
  const validate = (value: unknown) => isUUID(value) || (isRecord(value) && areIds(value));
  const message = '$property must be a UUID, or the id of an option or a stage as it is read';
  return field(
    options,
    { oneOf: [uuid, read] },
    ValidateBy({ name: 'isChoiceId', validator: { validate } }, { message }),
  );
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areIds(ids: Record<string, unknown>): boolean {
  return (
    CHOICE_IDS.some((name) => name in ids) &&
    Object.keys(ids).length <= 4 &&
    Object.values(ids).every((id) => isUUID(id))
  );
}

/** At most so many texts of at most `max` characters each. */
export const Texts = ({ most, max = 255, ...options }: FieldOptions & { most: number; max?: number }) =>
  field(
    options,
    { type: 'array', maxItems: most, items: { type: 'string', maxLength: max } },
    IsArray(),
    ArrayMaxSize(most),
    IsString({ each: true }),
    MaxLength(max, { each: true }),
  );

/** One to so many of a schema of the document; the domain judges each by itself. */
export const Listed = ({ of, most, ...options }: FieldOptions & { of: string; most: number }) =>
  field(
    options,
    { type: 'array', minItems: 1, maxItems: most, items: { $ref: `#/components/schemas/${of}` } },
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(most),
  );

/** A map of what `schema` says; the domain judges what is in it. */
export const Map = ({ schema, ...options }: FieldOptions & { schema: object }) => field(options, schema, IsObject());

/** Another DTO within this one. */
export const Part = (of: () => new () => object, options: FieldOptions = {}) =>
  applyDecorators(
    ApiProperty({
      description: options.description,
      // Swagger knows a function that gives a class from a class by its name, which is that of this property.
      type: () => of(),
      required: !options.optional,
      nullable: options.nullable,
    } as object),
    options.optional
      ? options.nullable
        ? IsOptional()
        : ValidateIf((_, value) => value !== undefined)
      : ValidateNested(),
    IsObject({ message: () => `$property must be an object of ${fieldsOf(of()).join(', ')}` }),
    ValidateNested(),
    Type(of),
    holdsPart(of),
  );

function suchAs({ example }: FieldOptions): string {
  return example === undefined ? '' : `, such as ${JSON.stringify(example)}`;
}

function firstOf({ example }: FieldOptions): unknown {
  return Array.isArray(example) ? example[0] : undefined;
}

/** Several of another DTO within this one, at least and at most so many. */
export const Parts = (
  of: () => new () => object,
  { least, most, ...options }: FieldOptions & { least?: number; most: number },
) =>
  applyDecorators(
    ApiProperty({
      description: options.description,
      ...(options.example !== undefined && { example: options.example }),
      type: () => of(),
      isArray: true,
      required: !options.optional,
      minItems: least,
      maxItems: most,
    } as object),
    ValidateIf((_, value) => !options.optional || value !== undefined),
    ...[
      IsArray({
        message: () => `$property must be an array of objects of ${fieldsOf(of()).join(', ')}${suchAs(options)}`,
      }),
      IsObject({
        each: true,
        message: () =>
          `$property must contain only objects with ${fieldsOf(of()).join(', ')}${suchAs({ example: firstOf(options) })}`,
      }),
    ],
    ...(least === undefined ? [] : [ArrayMinSize(least)]),
    ArrayMaxSize(most),
    ValidateNested({ each: true }),
    Type(of),
    holdsPart(of),
  );
