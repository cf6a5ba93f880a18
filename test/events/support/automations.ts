import type { AutomationWire, RunWire } from '#crm-domain/events';
import type { AnObject } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import type { Rest } from '../../support/rest.js';
import type { Receiver } from './receiver.js';

/** Settings with which webhooks can be made here. */
export const WEBHOOKS_HERE = {
  CREDENTIALS_KEYS: new Map([['k1', Buffer.alloc(32, 7)]]),
  WEBHOOK_PRIVATE_ADDRESSES: true,
};

export type Made = AutomationWire & { path: string };

/** One that begins when a record of the object is made, unless `input` says otherwise. */
export async function anAutomation(rest: Rest, { slug }: AnObject, input: object): Promise<Made> {
  const preset = { name: 'Test automation', kind: 'record.created', object: slug };
  const { body } = await rest.admin.post('/v1/automations', { ...preset, ...input }).expect(200);
  return { ...body.data, path: `/v1/automations/${body.data.id.automation_id}` } as Made;
}

/** Its log, newest first. */
export async function runsOf(rest: Rest, { path }: Made): Promise<RunWire[]> {
  return (await rest.reader.get(`${path}/runs`).expect(200)).body.data as RunWire[];
}

/** An action that calls a receiver, by a webhook that sends nothing by itself. */
export async function callOf(rest: Rest, { url }: Receiver): Promise<{ type: 'call_webhook'; webhook_id: string }> {
  const { body } = await rest.admin.post('/v1/webhooks', { url, kinds: ['object.deleted'] }).expect(200);
  return { type: 'call_webhook', webhook_id: body.data.id.webhook_id as string };
}

/** Nothing is left to do for it. */
export async function settled(rest: Rest, { path }: Made): Promise<void> {
  const end = await rest.domain.feed.position(rest.workspace_id);
  await eventually(async () => {
    const { data } = (await rest.reader.get('/v1/automations')).body as { data: AutomationWire[] };
    return data.find(({ id }) => path.endsWith(id.automation_id))!.position >= end;
  });
}

/** Every pause is over. */
export async function tryNow(rest: Rest): Promise<void> {
  await rest.sql('update automation set next_attempt_at = now()');
  rest.domain.db.eventSignal.raise(rest.workspace_id);
}

/** What runs on in the background would change tables under the eyes of the tests after it. */
export async function removeConsumers(rest: Rest): Promise<void> {
  for (const kind of ['automations', 'webhooks']) {
    const { data } = (await rest.reader.get(`/v1/${kind}`)).body as { data: { id: Record<string, string> }[] };
    for (const { id } of data) await rest.admin.delete(`/v1/${kind}/${id.automation_id ?? id.webhook_id}`);
  }
}
