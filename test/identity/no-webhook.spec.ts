import { expectError } from '../support/answers.js';
import { WebhookReceiver, newPerson } from './support/webhook-receiver.js';
import { clerk } from './support/webhooks.js';

let crm: WebhookReceiver;
beforeAll(async () => {
  crm = await WebhookReceiver.start([]);
});
afterAll(() => crm.stop());

it('is no route without a secret, however well a delivery is signed', async () => {
  expectError(await crm.send(clerk.user(newPerson(), 'Ines')), 404);
});
