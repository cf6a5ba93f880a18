import type { OpenAPIObject } from '@nestjs/swagger';
import { EXAMPLES } from './examples.js';

const header = (name: string, description: string) => ({
  ...{ name, in: 'header' as const, required: true, description, schema: { type: 'string' } },
});

/** What this service sends to others, and what their answers mean. */
export const SENT_EVENTS: OpenAPIObject['webhooks'] = {
  event: {
    post: {
      operationId: 'events.sent',
      summary: 'An event, sent to a webhook that follows it or by an action of an automation',
      description: 'Signed as Standard Webhooks says; its libraries verify it with the secret of the webhook.',
      tags: ['Webhooks'],
      security: [],
      parameters: [
        header('webhook-id', 'Stays the same when the event is sent again: drop what you have seen.'),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
        header('webhook-signature', 'One for each secret that holds now, `v1,` before each and spaces between them.'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/SentEvent' }, example: EXAMPLES['SentEvent'] },
        },
      },
      responses: {
        '2XX': { description: 'Taken.' },
        '410': { description: 'Nothing is wanted here any more: the webhook is switched off.' },
        default: {
          description:
            'Not taken: it is sent again later, after a longer pause each time. Of an automation 4xx other than 408 and 429 are final.',
        },
      },
    },
  },
};
