import type { ServerResponse } from 'node:http';
import type { LoadShedder } from '#platform';
import { Shed } from './concurrency-limiter.js';

/**
 * Takes one of the places of those that a service works on at once.
 *
 * @param owner whose request it is, where that is known
 * @throws Shed when there is no place, or none for its owner
 */
export async function takePlace(admission: LoadShedder, response: ServerResponse, owner?: string): Promise<void> {
  if (admission.enter(response) && (owner === undefined || admission.belongs(response, owner))) return;
  await new Promise<void>((answer) => admission.refuse(answer));
  throw new Shed();
}
