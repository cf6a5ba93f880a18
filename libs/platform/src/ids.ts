import { v7 } from 'uuid';

/** A new id: a UUIDv7, so that what is made later sorts behind. */
export function newId(): string {
  return v7();
}
