import type { Actor, Domain } from '#crm-domain';
import type { PresentSchema } from './present-schema.js';
import type { SchemaFile } from './schema-file.js';

/** What the work of a step may use. The actor is proved anew for each step, since steps change the schema. */
export interface Workshop {
  domain: Domain;
  actor: Actor;
  /** Encrypts the secret of a webhook. @throws Failure where there is no key to do so */
  seal(webhookId: string, secret: string): string;
}

/** One change on the way from the schema that is there to the one of the file. */
export interface Step {
  /** Such as `add the attribute projects.size (select)`. */
  text: string;
  /** The object whose records it touches. */
  object?: string;
  /** What asks for it: keys into the file, or words of the command line. */
  place: readonly string[] | string;
  run(workshop: Workshop): Promise<unknown>;
}

/** What is there and what is wanted. */
export interface Comparison {
  present: PresentSchema;
  wanted: SchemaFile;
}

/** The fields that differ, with the values that are wanted; what is undefined there stays as it is. */
export function differing<T extends object>(present: T, wanted: T, isSame: (a: unknown, b: unknown) => boolean) {
  const fields = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isSame(value, present[field as keyof T]),
  );
  return Object.fromEntries(fields) as Partial<T>;
}
