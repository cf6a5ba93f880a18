import { newId } from '#platform';
import { eventually } from '../support/eventually.js';
import { Desk } from './support/desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.close());
afterEach(() => desk.rest());

/** Nothing that failed is tried again before somebody says so. */
const SLOW = { retryMs: 600_000, retryMostMs: 600_000, lookMs: 600_000 };
const LIMITED = { action: 'answer', status: 429, headers: { 'retry-after': '600' } };
const CHANGED = { status: 'failed', failure_code: 'draft_changed', transmit_count: 1 };
const REMOVED = { ...CHANGED, failure_code: 'draft_removed' };
const SENT = { status: 'sent', failure_code: null, transmit_count: 2 };
type Mail = 'gmail' | 'outlook';
type Call = (method: string, path: string, said: object) => Promise<void>;

/** A message that waits after a limit, and its draft. `call` is one of the person's own, at that draft. */
async function waiting(channel: Mail, subject?: string) {
  const { office, providers } = desk;
  const external = `${newId()}@example.com`;
  const wish = { channel, external_account_id: external };
  const { access_token } = await providers.control<{ access_token: string }>('accounts', wish);
  const sender = await desk.sender(channel, { external });
  await providers.fault({ channel, account: external, ...LIMITED });
  desk.work(SLOW);
  const body = `Offer: 100 EUR, ${external}`;
  const id = await office.queue(sender, { body, subject });
  await eventually(async () => {
    const { state, attempt } = await office.fate(id);
    return attempt === 1 && state === 'queued';
  });
  await desk.rest();
  const draft = (await notedDraft(id))!;
  const root = channel === 'gmail' ? '/gmail/v1/users/me/drafts' : '/graph/v1.0/me/messages';
  const call = async (method: string, path: string, said: object) => {
    const answer = await fetch(`${providers.url}${root}/${draft}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        prefer: 'IdType="ImmutableId"',
      },
      body: JSON.stringify(said),
    });
    expect(answer.ok).toBe(true);
  };
  /** As where the answer that names the draft was lost. */
  const forget = () =>
    office.sql(
      'update message_delivery set provider_draft_id = null, provider_thread_id = null where message_id = $1',
      [id],
    );
  return { id, body, call, external, draft, forget };
}

async function notedDraft(id: string) {
  const text = 'select provider_draft_id as draft from message_delivery where message_id = $1';
  const [row] = await desk.office.sql<{ draft: string | null }>(text, [id]);
  return row!.draft;
}

/** What becomes of it when it is tried again. */
async function triedAgain(id: string) {
  await desk.office.sql('update channel_account set next_send_at = now()');
  await desk.office.sql('update message_delivery set run_at = now() where message_id = $1', [id]);
  desk.work();
  return desk.settled(id);
}

async function arrivedFrom(account: string) {
  const arrivals = await desk.providers.arrivals({});
  return arrivals.filter((each) => (each as unknown as { account: string }).account === account).length;
}

describe('the draft of a message that waits', () => {
  it.each(['gmail', 'outlook'] as const)('of %s is sent as it was made', async (channel) => {
    const { id, body, external } = await waiting(channel);
    expect(await triedAgain(id)).toMatchObject(SENT);
    expect(await desk.providers.arrivals({ text: body })).toHaveLength(1);
    expect(await arrivedFrom(external)).toBe(1);
  });

  it.each(['=?utf-8?q?x?=', 'Fwd: =?UTF-8?B?WW91IG93ZQ==?= (raw header)'])(
    'of Gmail is sent as it was made with the subject %s, which has the form of an encoded word',
    async (subject) => {
      const { id, external } = await waiting('gmail', subject);
      expect(await triedAgain(id)).toMatchObject(SENT);
      expect(await arrivedFrom(external)).toBe(1);
    },
  );

  it.each([
    ['its text', { body: { contentType: 'Text', content: 'Half written' } }],
    ['its subject', { subject: 'Not yet' }],
    ['who gets it', { toRecipients: [{ emailAddress: { address: 'boss@example.com' } }] }],
    ['who else gets it', { bccRecipients: [{ emailAddress: { address: 'boss@example.com' } }] }],
  ])('is not sent by us after a person has changed %s in Outlook', async (_what, change) => {
    const { id, call, external } = await waiting('outlook');
    await call('PATCH', '', change);
    expect(await triedAgain(id)).toMatchObject(CHANGED);
    expect(await arrivedFrom(external)).toBe(0);
  });

  it.each([
    ['changed', CHANGED, (call: Call) => call('PATCH', '', { body: { contentType: 'Text', content: 'Half written' } })],
    ['deleted', REMOVED, (call: Call) => call('POST', '/move', { destinationId: 'deleteditems' })],
  ])('whose id was lost is noted when a person has %s it in Outlook: they may send it', async (_what, fate, does) => {
    const { id, call, draft, forget } = await waiting('outlook');
    await forget();
    await does(call);
    expect(await triedAgain(id)).toMatchObject(fate);
    expect(await notedDraft(id)).toBe(draft);
  });

  it('is sent when Outlook keeps the same words as HTML', async () => {
    const { id, body, call, external } = await waiting('outlook');
    await call('PATCH', '', { body: { contentType: 'HTML', content: `<p>${body}</p>` } });
    expect(await triedAgain(id)).toMatchObject(SENT);
    expect(await arrivedFrom(external)).toBe(1);
  });

  it.each([
    ['a picture', (body: string) => `<p>${body}</p><img src="cid:shot@01">`],
    ['a link', (body: string) => `<p><a href="https://example.org/pay">${body}</a></p>`],
  ])('is not sent after a person has put %s into its text in Outlook', async (_what, html) => {
    const { id, body, call, external } = await waiting('outlook');
    await call('PATCH', '', { body: { contentType: 'HTML', content: html(body) } });
    expect(await triedAgain(id)).toMatchObject(CHANGED);
    expect(await arrivedFrom(external)).toBe(0);
  });

  it('has not left when a person has sent it to somebody else from Outlook', async () => {
    const { id, call, external } = await waiting('outlook');
    await call('PATCH', '', { toRecipients: [{ emailAddress: { address: 'boss@example.com' } }] });
    await call('POST', '/send', {});
    expect(await triedAgain(id)).toMatchObject(CHANGED);
    expect(await arrivedFrom(external)).toBe(1);
  });

  it('is not sent after a person has deleted it in Outlook, where it can still be sent', async () => {
    const { id, call, external } = await waiting('outlook');
    await call('POST', '/move', { destinationId: 'deleteditems' });
    expect(await triedAgain(id)).toMatchObject(REMOVED);
    expect(await arrivedFrom(external)).toBe(0);
  });

  it.each([
    ['its text', ['To: mara@example.com', 'Subject: Hello', '', 'Half written']],
    ['who gets it', ['To: boss@example.com', 'Subject: Hello', '', 'BODY']],
    ['who else gets it', ['To: mara@example.com', 'Bcc: boss@example.com', 'Subject: Hello', '', 'BODY']],
  ])('is not sent by us after a person has changed %s in Gmail', async (_what, lines) => {
    const { id, body, call, external } = await waiting('gmail');
    const raw = Buffer.from(lines.join('\r\n').replace('BODY', body)).toString('base64url');
    await call('PUT', '', { message: { raw } });
    expect(await triedAgain(id)).toMatchObject(CHANGED);
    expect(await arrivedFrom(external)).toBe(0);
  });
});
