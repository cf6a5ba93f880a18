import type { PlacedEvent } from '../events/event-wire.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import type { WebhookEntity } from './webhook.entity.js';

describe('deliveries of webhooks', () => {
  it('are written out one in each round of the event loop, however many are due', async () => {
    const unused = {} as never;
    const service = new WebhookDeliveryService(unused, unused, unused);
    let posted = 0;
    const post = () => Promise.resolve({ http_status: (posted++, 200), error: null });
    const by = { post, open: () => 'c2VjcmV0', signal: new AbortController().signal };
    const event = { event_id: 'one', kind: 'record.updated', occurred_at: '2026-01-01T00:00:00Z' } as PlacedEvent;
    const all = Array.from({ length: 20 }, () => service.attempt({ secret: 's' } as WebhookEntity, event, by));
    const counts: number[] = [];
    while (posted < 20) {
      const before = posted;
      await new Promise(setImmediate);
      counts.push(posted - before);
    }
    expect(await Promise.all(all)).toHaveLength(20);
    expect(Math.max(...counts)).toBe(1);
  });
});
