import { NASTY_BODIES, nastyVariants } from '../inbound/support/nasty.js';
import { ORG, WebhookReceiver, newPerson } from './support/webhook-receiver.js';
import { WORKOS_SECRET, clerk, deliver, deliverAsWorkos, workos } from './support/webhooks.js';

let crm: WebhookReceiver;
beforeAll(async () => {
  crm = await WebhookReceiver.start();
});
afterAll(() => crm.stop());

/** What was answered with something else than was taken or refused. */
async function failuresOf(bodies: [string, string][], send: (text: string) => PromiseLike<{ status: number }>) {
  const failures: [number, string][] = [];
  for (const [what, text] of bodies) {
    const { status } = await send(text);
    if (![200, 400, 401, 413].includes(status)) failures.push([status, what]);
  }
  return failures;
}

describe('deliveries that no identity provider sends', () => {
  it.each<[string, () => object]>([
    ['a person of Clerk', () => clerk.user(newPerson(), 'Ines')],
    ['a membership of Clerk', () => clerk.membership(newPerson(), ORG)],
  ])('are answered though signed, as %s', async (_what, event) => {
    expect(await failuresOf(nastyVariants(event()), (text) => deliver(crm.rest.url, text))).toEqual([]);
  });

  it.each<[string, () => object]>([
    ['a person of WorkOS', () => workos.user(newPerson())],
    ['a membership of WorkOS', () => workos.membership(newPerson(), ORG)],
  ])('are answered though signed, as %s', async (_what, event) => {
    const send = (text: string) => deliverAsWorkos(crm.rest.url, text, undefined, WORKOS_SECRET);
    expect(await failuresOf(nastyVariants(event()), send)).toEqual([]);
  });

  it('are answered as a whole, too', async () => {
    expect(await failuresOf(NASTY_BODIES, (text) => deliver(crm.rest.url, text))).toEqual([]);
  });
});
