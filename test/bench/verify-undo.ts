import { deepStrictEqual } from 'node:assert';
import { answerOf, ask } from './ask.js';
import { NUMBER_OF_NOBODY, change, contact } from './dataset/contact.js';
import { OBJECT } from './dataset/world.js';
import type { Bench, Target } from './scenario.js';
import { comparable, eventsOf, idOf, rowsOf, type Place } from './stored-rows.js';

const PATH = `/v1/records/${OBJECT}`;
const RECORDS = 3;

interface Answer {
  data: { undone: { record_id: string }[] };
}

/** Floor and service undo the same in the same way, for one record and for several. @throws AssertionError */
export async function verifyUndo({ service, floor }: Pick<Bench, 'service' | 'floor'>, place: Place): Promise<void> {
  for (const size of [1, RECORDS]) {
    const ours = await undone(service, { service, place, size });
    const floors = await undone(floor, { service, place, size });
    deepStrictEqual(floors, ours, `The floor undoes ${size} otherwise than the service.`);
  }
}

/** What is there and answered when `target` has undone the later of two changes of records. */
async function undone(
  target: Target,
  { service, place, size }: { service: Target; place: Place; size: number },
): Promise<string[]> {
  const { world } = place;
  const ids: string[] = [];
  for (let n = 0; n < size; n++) {
    const body = JSON.stringify({ data: contact(NUMBER_OF_NOBODY + n, world) });
    ids.push(idOf(await answerOf(service, world, { method: 'POST', path: PATH, body })));
  }
  let request_id = '';
  for (const round of [0, 1]) {
    const items = ids.map((record, n) => ({ op: 'update', record, data: change(2 * n + round) }));
    const body = JSON.stringify({ mode: 'atomic', items });
    const changed = await ask(service, world, { method: 'POST', path: `${PATH}/batch`, body });
    request_id = changed.headers.get('X-Request-Id')!;
  }
  const body = JSON.stringify({ request_id });
  const { data, ...more } = (await answerOf(target, world, { method: 'POST', path: '/v1/undo', body })) as Answer;
  // What was changed together was changed at the same moment, and is told in any order.
  const told = ids.map((id) =>
    comparable(
      data.undone.filter(({ record_id }) => record_id === id),
      id,
    ),
  );
  const found = [...told, JSON.stringify({ ...data, undone: data.undone.length, ...more })];
  for (const id of ids) found.push(...(await rowsOf(place, id)), ...(await eventsOf(place, id)));
  for (const id of ids) await ask(service, world, { method: 'DELETE', path: `${PATH}/${id}` });
  return found;
}
