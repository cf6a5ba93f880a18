import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Rest } from '../support/rest.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/events.md'), 'utf8');

describe('the page about events', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start({ CREDENTIALS_KEYS: new Map([['k1', Buffer.alloc(32, 7)]]) })));
  afterAll(() => rest.stop());

  it('shows requests that are taken as they stand, with one of every kind of action', async () => {
    const sent = [...PAGE.matchAll(/^send POST \/(webhooks|automations|views) <<JSON\n([^]+?)\nJSON$/gm)];
    expect(sent.map(([, kind]) => kind)).toEqual([
      'webhooks',
      'automations',
      'automations',
      'views',
      'automations',
      'webhooks',
    ]);
    let webhook = '';
    for (const [, kind, text] of sent) {
      const body = text!.replaceAll('$RUN', '1').replace(/"webhook_id": "[^"]+"/, `"webhook_id": "${webhook}"`);
      const answer = await rest.admin.post(`/v1/${kind}`, JSON.parse(body) as object).expect(200);
      if (kind === 'webhooks') webhook = answer.body.data.id.webhook_id as string;
    }
    for (const type of ['set_values', 'create_record', 'call_webhook']) expect(PAGE).toContain(`| \`${type}\``);
    expect(PAGE).toMatch(/"type": "call_webhook", "webhook_id"/);
  });
});
