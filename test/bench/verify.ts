import { deepStrictEqual } from 'node:assert';
import pg from 'pg';
import type { Caller } from '#crm-domain';
import { answerOf, ask } from './ask.js';
import { withPlaces } from './cursors.js';
import { bulkLoad } from './dataset/bulk-load.js';
import { NUMBER_OF_NOBODY, change, contact } from './dataset/contact.js';
import { loadSchema } from './dataset/prepare.js';
import { OBJECT } from './dataset/world.js';
import { QUERIES } from './scenarios/queries.js';
import type { Bench, Target } from './scenario.js';
import { comparable, eventsOf, idOf, rowsOf, type Place } from './stored-rows.js';
import { verifyBatch } from './verify-batch.js';
import { verifyDryRuns } from './verify-dry-runs.js';
import { verifyUndo } from './verify-undo.js';
import { verifyUpserts } from './verify-upserts.js';

const PATH = `/v1/records/${OBJECT}`;

/**
 * Proves that what is compared is the same: floor and service give equal answers and write equal rows, and a record
 * that was loaded in bulk equals one that was created over REST. @throws AssertionError
 */
export async function verify(
  { worlds, service, floor }: Pick<Bench, 'worlds' | 'service' | 'floor'>,
  url: string,
): Promise<void> {
  for (const world of worlds) {
    for (const path of [`${PATH}/${world.contacts[0]}`, `${PATH}?limit=25&offset=50`]) {
      const get = { method: 'GET', path } as const;
      const [ours, floors] = [await answerOf(service, world, get), await answerOf(floor, world, get)];
      deepStrictEqual(floors, ours, `The floor answers ${path} otherwise than the service.`);
    }
  }
  for (const world of worlds) {
    for (const { name, traffic } of QUERIES) {
      const { path, body } = traffic![name]!(world, 1);
      const asked = async (target: Target) =>
        JSON.parse(
          withPlaces(JSON.stringify(await answerOf(target, world, { method: 'POST', path, body }))),
        ) as unknown;
      deepStrictEqual(
        await asked(floor),
        await asked(service),
        `The floor answers ${name} otherwise than the service.`,
      );
    }
  }
  const place = { world: worlds[0]!, pool: new pg.Pool({ connectionString: url, max: 2 }) };
  try {
    const ours = await written(service, service, place);
    const floors = await written(floor, service, place);
    deepStrictEqual(floors, ours, 'The floor writes or answers otherwise than the service.');
    await verifyDryRuns({ service, floor }, place);
    await verifyUndo({ service, floor }, place);
    await verifyBatch({ service, floor }, place);
    await verifyUpserts({ service, floor }, place);
    deepStrictEqual(await loaded(service, place), ours.created, 'A loaded record is not like a created one.');
  } finally {
    await place.pool.end();
  }
}

interface Writes {
  /** The rows of a record that was created, and those after it was changed twice. */
  created: string[];
  changed: string[];
  events: string[];
  answers: string[];
}

/** What `target` does and answers; `service` deletes the record. */
async function written(target: Target, service: Target, place: Place): Promise<Writes> {
  const { world } = place;
  const write = (method: 'POST' | 'PATCH', path: string, data: object) =>
    answerOf(target, world, { method, path, body: JSON.stringify({ data }) });
  const answers = [await write('POST', PATH, contact(NUMBER_OF_NOBODY, world))];
  const id = idOf(answers[0]);
  const created = await rowsOf(place, id);
  for (const n of [1, 2]) answers.push(await write('PATCH', `${PATH}/${id}`, change(n)));
  const [changed, events] = [await rowsOf(place, id), await eventsOf(place, id)];
  await ask(service, world, { method: 'DELETE', path: `${PATH}/${id}` });
  return { created, changed, events, answers: answers.map((answer) => comparable(answer, id)) };
}

async function loaded(service: Target, place: Place): Promise<string[]> {
  const { world, pool } = place;
  const { workspace_id, api_key_id } = world;
  const via = { origin: 'rest-api', request_id: '' } as const;
  const caller: Caller = { workspace_id, api_key_id, user_id: null, client_id: null, trusted: false, via };
  const object = (await loadSchema(pool, caller)).find(OBJECT)!;
  const [id] = (await bulkLoad(pool, { caller, object, count: 1, input: () => contact(NUMBER_OF_NOBODY, world) })) as [
    string,
  ];
  const found = await rowsOf(place, id);
  await ask(service, world, { method: 'DELETE', path: `${PATH}/${id}` });
  return found;
}
