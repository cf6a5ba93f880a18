import { deepStrictEqual } from 'node:assert';
import { answerOf, ask } from './ask.js';
import { NUMBER_OF_NOBODY, change, contact } from './dataset/contact.js';
import { OBJECT } from './dataset/world.js';
import type { Bench, Target } from './scenario.js';
import { comparable, countOf, eventsOf, idOf, rowsOf, type Place } from './stored-rows.js';

const PATH = `/v1/records/${OBJECT}`;

/** Floor and service say the same of what a write would do, to its digest, and keep nothing. @throws AssertionError */
export async function verifyDryRuns({ service, floor }: Pick<Bench, 'service' | 'floor'>, place: Place): Promise<void> {
  const { world } = place;
  const body = JSON.stringify({ data: contact(NUMBER_OF_NOBODY, world) });
  const id = idOf(await answerOf(service, world, { method: 'POST', path: PATH, body }));
  const before = await kept(place, id);
  const ours = await dryRuns(service, place, id);
  deepStrictEqual(await dryRuns(floor, place, id), ours, 'The floor answers a dry run otherwise than the service.');
  deepStrictEqual(await kept(place, id), before, 'A dry run has left something.');
  await ask(service, world, { method: 'DELETE', path: `${PATH}/${id}` });
}

/** What is answered of a record that would come, and of a change of one that is there. */
async function dryRuns(target: Target, place: Place, id: string): Promise<string[]> {
  const { world } = place;
  const tried = (method: 'POST' | 'PATCH', path: string, data: object) =>
    answerOf(target, world, { method, path: `${path}?dry_run=true`, body: JSON.stringify({ data }) });
  const created = await tried('POST', PATH, contact(NUMBER_OF_NOBODY + 1, world));
  const changed = await tried('PATCH', `${PATH}/${id}`, change(3));
  const left = await kept(place, idOf(created));
  deepStrictEqual(left.slice(1), [], 'A record is there that was created in a dry run.');
  return [comparable(created, idOf(created)), comparable(changed, id)];
}

/** How many records there are, and all of one of them. */
async function kept(place: Place, id: string): Promise<string[]> {
  return [String(await countOf(place)), ...(await rowsOf(place, id)), ...(await eventsOf(place, id))];
}
