import { deepStrictEqual } from 'node:assert';
import { answerOf, ask } from './ask.js';
import { NUMBER_OF_NOBODY } from './dataset/contact.js';
import { OBJECT } from './dataset/world.js';
import { createsOf } from './scenarios/batches.js';
import type { Bench, Target } from './scenario.js';
import { comparable, countOf, eventsOf, rowsOf, type Place } from './stored-rows.js';

const RECORDS = 3;

interface Answer {
  data: { data: { id: string } }[];
}

/** Floor and service create the same with a batch, answer the same and count the same. @throws AssertionError */
export async function verifyBatch({ service, floor }: Pick<Bench, 'service' | 'floor'>, place: Place): Promise<void> {
  const ours = await created(service, service, place);
  deepStrictEqual(await created(floor, service, place), ours, 'The floor does a batch otherwise than the service.');
}

/** What is there and answered when `target` has created records; `service` deletes them. */
async function created(target: Target, service: Target, place: Place): Promise<string[]> {
  const { world } = place;
  const before = await countOf(place);
  const asked = createsOf(world, NUMBER_OF_NOBODY, RECORDS);
  const answer = (await answerOf(target, world, asked)) as Answer;
  const ids = answer.data.map(({ data }) => data.id);
  const told = ids.reduce((text, id, at) => text.replaceAll(id, `ID ${at}`), comparable(answer, 'none'));
  const found = [told, `${(await countOf(place)) - before} more`];
  for (const id of ids) found.push(...(await rowsOf(place, id)), ...(await eventsOf(place, id)));
  for (const id of ids) await ask(service, world, { method: 'DELETE', path: `/v1/records/${OBJECT}/${id}` });
  return found;
}
