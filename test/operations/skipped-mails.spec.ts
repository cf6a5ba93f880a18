import { RefusedMails } from '../../libs/channels/src/mail/refused-mails.js';
import { noteSkipped } from '../../libs/channels/src/mail/unread-mail.js';
import { FetchDeclined } from '../../libs/channels/src/contract/mailbox.js';
import { registry } from '../../libs/platform/src/metrics/metrics.js';

const refusal = () => {
  throw new FetchDeclined({ kind: 'rejected', code: 'refused', detail: 'Refused.', http_status: 400 });
};

async function skipped(channel: string): Promise<number> {
  const { values } = await registry.getSingleMetric('crm_mails_skipped_total')!.get();
  return values.find(({ labels }) => labels.channel === channel)!.value;
}

/** How many more are counted after a page of which one mail is refused for the `tries`th time. */
async function afterPage(tries: number): Promise<number> {
  const before = await skipped('outlook');
  const page = new RefusedMails('outlook', { tries, besideOthersMs: 0, aloneMs: 0 }).page('ada@example.com');
  await page.read('one', refusal);
  if (tries === 1) page.settle();
  else expect(() => page.settle()).toThrow(FetchDeclined);
  return (await skipped('outlook')) - before;
}

describe('a mail that is skipped', () => {
  it('is counted, and one that is waited for is not', async () => {
    expect(await afterPage(2)).toBe(0);
    expect(await afterPage(1)).toBe(1);
  });

  it('is counted where it cannot be read', async () => {
    const before = await skipped('gmail');
    noteSkipped('gmail', '19a');
    expect(await skipped('gmail')).toBe(before + 1);
  });
});
