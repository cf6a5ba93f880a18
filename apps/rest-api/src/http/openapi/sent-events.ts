import type { OpenAPIObject } from '@nestjs/swagger';
import { EXAMPLES } from './examples.js';

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' },
});

/** What this service sends to others, and what their answers mean. */
export const SENT_EVENTS: OpenAPIObject['webhooks'] = {
  event: {
    post: {
      operationId: 'events.sent',
      summary: 'An event, sent to a webhook or by an action of an automation',
      description: 'Signed according to Standard Webhooks; its libraries verify it with the secret of the webhook.',
      tags: ['Webhooks'],
      security: [],
      parameters: [
        header(
          'webhook-id',
          'Stays the same when the event is sent again: ignore ids that you have already processed.',
        ),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
        header(
          'webhook-signature',
          'One signature for each valid secret, each starting with `v1,`, separated by spaces.',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/SentEvent' }, example: EXAMPLES['SentEvent'] },
        },
      },
      responses: {
        '2XX': { description: 'The event was accepted.' },
        '410': { description: 'Gone: the webhook is disabled.' },
        default: {
          description:
            'The event was not accepted. It is sent again later, after a longer pause each time. For an automation, 4xx other than 408 and 429 is final.',
        },
      },
    },
  },
};
