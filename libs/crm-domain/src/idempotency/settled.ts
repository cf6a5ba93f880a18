import { DomainError } from '../errors.js';

/** What came of a request: its answer, or a refusal with which what it wrote is to stay. */
export type Outcome<T> = { answer: T } | { refusal: DomainError };

/** Throws what is no such refusal. */
export async function settled<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof DomainError && error.keepsWrites) return { refusal: error };
    throw error;
  }
}
