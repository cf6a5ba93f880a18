import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  example?: unknown;
  examples?: unknown[];
  [keyword: string]: unknown;
}

interface Media {
  schema: Schema;
  example?: unknown;
}

/** By its type: JSON, but for files. */
type Content = { 'application/json'?: Media; [type: string]: Media | undefined };

/** An answer as the document describes it. */
export interface Described {
  description: string;
  content?: Content;
  headers?: Record<string, { $ref: string }>;
}

interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Described>;
  security: Record<string, string[]>[];
}

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string; description: string }[];
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** What the service sends, by its name. */
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, object>;
  };
}

const HERE = '#/components/schemas/';

/** Headers of HTTP itself, which no description names. */
const OF_HTTP = [
  ...['connection', 'content-disposition', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
];

/** Headers that an answer has and its description lacks, and those that it lacks and should have. */
export function headerProblems(
  { components }: OpenApi,
  { headers = {} }: Described,
  sent: Record<string, unknown>,
): string[] {
  const declared = Object.keys(headers).map((name) => name.toLowerCase());
  const extra = Object.keys(sent).filter((name) => !OF_HTTP.includes(name) && !declared.includes(name));
  const always = Object.keys(headers).filter((name) => components.headers[name]!.required);
  const missing = always.filter((name) => sent[name.toLowerCase()] === undefined);
  return [
    ...extra.map((name) => `the header ${name} is sent and not declared`),
    ...missing.map((name) => `the header ${name} is declared and not sent`),
  ];
}

/** Every operation of a document's paths, or of its webhooks, by its method and path or name. */
export function operationsOf(paths: OpenApi['paths']): Map<string, Operation> {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
  return new Map(entries);
}

/**
 * Compiles schemas of a document, strictly: an unknown keyword or format, or a reference that leads nowhere, is an
 * error.
 */
export class SchemaReader {
  private readonly ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
  });

  private readonly compiled = new Map<string, ValidateFunction>();

  /** `closed`: an object with properties may have no others. */
  constructor(document: OpenApi, closed = false) {
    addFormats.default(this.ajv);
    this.ajv.addKeyword('example');
    for (const [name, schema] of Object.entries(document.components.schemas))
      this.ajv.addSchema(standalone(schema, closed), name);
  }

  compile(schema: Schema): ValidateFunction {
    const key = JSON.stringify(schema);
    const compiled = this.compiled.get(key) ?? this.ajv.compile(standalone(schema, false));
    this.compiled.set(key, compiled);
    return compiled;
  }

  /** What is wrong with a value, in a line; empty when nothing is. */
  problems(schema: Schema, value: unknown): string {
    const validate = this.compile(schema);
    return validate(value) ? '' : this.ajv.errorsText(validate.errors);
  }
}

/** The schema with its references made to other schemas by name. */
function standalone(schema: Schema, closed: boolean): Schema {
  return mapSchemas(schema, (each) => {
    const named = each.$ref?.startsWith(HERE) ? { ...each, $ref: each.$ref.slice(HERE.length) } : each;
    const mapping = (named.discriminator as { mapping?: object } | undefined)?.mapping;
    const plain = mapping
      ? { ...named, discriminator: { propertyName: (named.discriminator as { propertyName: string }).propertyName } }
      : named;
    return closed && plain.properties && plain.additionalProperties === undefined
      ? { ...plain, additionalProperties: false }
      : plain;
  });
}

/** Every schema within a schema, itself included. */
export function schemasIn(schema: Schema): Schema[] {
  const found: Schema[] = [];
  mapSchemas(schema, (each) => {
    found.push(each);
    return each;
  });
  return found;
}

function mapSchemas(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const each = (inner: Schema) => mapSchemas(inner, change);
  const mapped = { ...schema };
  if (schema.properties)
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, each(inner)]),
    );
  if (schema.items) mapped.items = each(schema.items);
  if (typeof schema.additionalProperties === 'object') mapped.additionalProperties = each(schema.additionalProperties);
  if (schema.anyOf) mapped.anyOf = schema.anyOf.map(each);
  if (schema.oneOf) mapped.oneOf = schema.oneOf.map(each);
  if (schema.allOf) mapped.allOf = schema.allOf.map(each);
  return change(mapped);
}
