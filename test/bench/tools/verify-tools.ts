import { deepStrictEqual } from 'node:assert';
import { OBJECT, type World } from '../dataset/world.js';
import { withPlaces } from '../cursors.js';
import type { Bench, HttpRequest, Target } from '../scenario.js';
import { toolCall, toolRequest } from './requests.js';

/** Proves that the tool server and the bare responder give equal answers, and no errors. @throws AssertionError */
export async function verifyTools({ worlds, tools }: Pick<Bench, 'worlds' | 'tools'>): Promise<void> {
  for (const world of worlds) {
    const requests = [
      toolCall(world, 'get_record', { object: OBJECT, record_id: world.contacts[0] }),
      toolCall(world, 'search_records', { object: OBJECT, limit: 25, offset: 50 }),
      toolRequest(world, 'tools/list'),
    ];
    for (const request of requests) {
      const [ours, bare] = [await send(tools.service, world, request), await send(tools.floor, world, request)];
      deepStrictEqual(
        JSON.parse(withPlaces(bare)),
        JSON.parse(withPlaces(ours)),
        'The bare responder answers otherwise than the tool server.',
      );
      if (!ours.includes('"result"') || ours.includes('"isError"')) throw new Error(ours);
    }
  }
}

async function send({ port, name }: Target, world: World, { path, body }: HttpRequest): Promise<string> {
  const headers = { Authorization: `Bearer ${world.person!.access_token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`);
  return text;
}
