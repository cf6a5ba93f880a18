import { deepStrictEqual } from 'node:assert';
import { answerOf, ask } from './ask.js';
import { NUMBER_OF_NOBODY, change, contact } from './dataset/contact.js';
import { OBJECT } from './dataset/world.js';
import { putOf } from './scenarios/upsert-record.js';
import type { Bench, Target } from './scenario.js';
import { comparable, countOf, eventsOf, idOf, rowsOf, type Place } from './stored-rows.js';

/** Floor and service upsert the same, a record that is new and one that is there. @throws AssertionError */
export async function verifyUpserts({ service, floor }: Pick<Bench, 'service' | 'floor'>, place: Place): Promise<void> {
  const ours = await upserted(service, service, place);
  deepStrictEqual(await upserted(floor, service, place), ours, 'The floor upserts otherwise than the service.');
}

/** What is there and answered after each upsert of `target`; `service` deletes the record. */
async function upserted(target: Target, service: Target, place: Place): Promise<string[]> {
  const { world } = place;
  const whole = contact(NUMBER_OF_NOBODY, world);
  const found: string[] = [];
  const before = await countOf(place);
  let id = '';
  for (const data of [whole, { email: whole.email, ...change(1) }, { email: whole.email, ...change(2) }]) {
    const answer = await answerOf(target, world, putOf(data));
    id = idOf(answer);
    found.push(comparable(answer, id), `${(await countOf(place)) - before} more`, ...(await rowsOf(place, id)));
  }
  found.push(...(await eventsOf(place, id)));
  await ask(service, world, { method: 'DELETE', path: `/v1/records/${OBJECT}/${id}` });
  return found;
}
