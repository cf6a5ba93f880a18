import { gmailFacts, readGmailPush } from '../gmail/gmail-events.js';
import { lifecycleOf, readGraphNotifications } from '../outlook/graph-events.js';

const push = (data: unknown, messageId: unknown = '42') => ({
  message: {
    data: Buffer.from(JSON.stringify(data)).toString('base64'),
    messageId,
    publishTime: '2026-11-20T10:00:00Z',
  },
  subscription: 'projects/crm/subscriptions/gmail',
});

describe('a push of Gmail', () => {
  it('is kept once for each of its ids, and says which mailbox has changed', () => {
    const event = readGmailPush(push({ emailAddress: 'Ada@Example.com', historyId: 9876 }));
    expect(event).toEqual({
      channel: 'gmail',
      dedup_key: 'push:42',
      account: 'ada@example.com',
      payload: { emailAddress: 'Ada@Example.com', historyId: '9876' },
    });
    expect(gmailFacts(event.payload)).toEqual([{ external_account_id: 'ada@example.com', kind: 'changed' }]);
  });

  it.each([
    [null],
    [{}],
    [push({})],
    [push({ emailAddress: 'nobody', historyId: 1 })],
    [push({ emailAddress: 'ada@example.com', historyId: 1 }, null)],
    [{ message: { data: '%%%', messageId: '1' } }],
  ])('%j is none', (body) => {
    expect(() => readGmailPush(body)).toThrow();
  });
});

describe('notifications of Graph', () => {
  const about = (id: string, etag = 'W/"1"') => ({
    subscriptionId: 's-1',
    clientState: 'secret',
    changeType: 'created',
    tenantId: 't',
    resource: `Users/u/Messages/${id}`,
    resourceData: { id, '@odata.etag': etag },
  });

  it('are kept one by one, without their secret', () => {
    const [one, two] = readGraphNotifications({ value: [about('m-1'), about('m-2')] });
    expect(one).toMatchObject({ subscription_id: 's-1', client_state: 'secret' });
    expect(one!.event().channel).toBe('outlook');
    expect(one!.event().dedup_key).not.toBe(two!.event().dedup_key);
    expect(JSON.stringify([one!.event(), two!.event()])).not.toContain('secret');
    expect(lifecycleOf(one!.event().payload)).toEqual({ subscription_id: 's-1', lifecycle: null });
  });

  it('have one key when they say the same, and another when the mail has changed since', () => {
    const key = (id: string, etag?: string) =>
      readGraphNotifications({ value: [about(id, etag)] })[0]!.event().dedup_key;
    expect(key('m-1')).toBe(key('m-1'));
    expect(key('m-1')).not.toBe(key('m-1', 'W/"2"'));
  });

  it('are told apart by what is used of them, and nothing else in them is looked at', () => {
    let listed = 0;
    const watched = <Of extends object>(said: Of) =>
      new Proxy(said, { ownKeys: (all) => (listed++, Reflect.ownKeys(all)) });
    const { resourceData, ...said } = about('m-1');
    const more = watched({ ...said, tenantId: 'other', more: 1, resourceData: watched({ ...resourceData, more: 1 }) });
    const [one, other] = readGraphNotifications({ value: [about('m-1'), more] });
    expect(other!.event().dedup_key).toBe(one!.event().dedup_key);
    expect(listed).toBe(0);
  });

  it('of the subscription itself are each news', () => {
    const said = { subscriptionId: 's-1', clientState: 'secret', lifecycleEvent: 'missed' };
    const [one] = readGraphNotifications({ value: [said] });
    const [other] = readGraphNotifications({ value: [said] });
    expect(lifecycleOf(one!.event().payload)).toEqual({ subscription_id: 's-1', lifecycle: 'missed' });
    expect(one!.event().dedup_key).not.toBe(other!.event().dedup_key);
  });

  it.each([[null], [{}], [{ value: {} }], [{ value: [{}] }], [{ value: Array(1001).fill(about('m-1')) }]])(
    'are not such as these (%#)',
    (body) => {
      expect(() => readGraphNotifications(body)).toThrow();
    },
  );
});
