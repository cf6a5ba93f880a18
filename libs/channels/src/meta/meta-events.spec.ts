import { splitMeta } from './meta-events.js';
import { isSignedByMeta } from './meta-signature.js';
import { createHmac } from 'node:crypto';

const metadata = { display_phone_number: '15550100200', phone_number_id: '106540352242922' };
const contacts = [
  { wa_id: '15550001111', profile: { name: 'Mara' } },
  { wa_id: '15550002222', profile: { name: 'Noor' } },
];

function whatsapp(...values: object[]) {
  const changes = values.map((value) => ({
    field: 'messages',
    value: { messaging_product: 'whatsapp', metadata, ...value },
  }));
  return { object: 'whatsapp_business_account', entry: [{ id: 'waba', changes }] };
}

function page(object: string, ...messaging: object[]) {
  return { object, entry: [{ id: '7', time: 1, messaging }] };
}

describe('a POST of Meta', () => {
  const first = { id: 'wamid.1', from: '15550001111', type: 'text' };
  const second = { id: 'wamid.2', from: '15550002222', type: 'text' };

  it.each(['w'.repeat(3000), 'ä'.repeat(600)])('has keys that an index can take, whatever id it bears: %#', (id) => {
    const [event] = splitMeta(whatsapp({ messages: [{ ...first, id }] }));
    expect(Buffer.byteLength(event!.dedup_key)).toBeLessThan(1000);
  });

  it('of WhatsApp is taken apart into messages, each with who wrote it', () => {
    const events = splitMeta(whatsapp({ contacts, messages: [first, second] }));
    expect(events.map(({ dedup_key }) => dedup_key)).toEqual([
      'message-106540352242922:wamid.1',
      'message-106540352242922:wamid.2',
    ]);
    expect(events[1]!.payload).toEqual({
      messaging_product: 'whatsapp',
      metadata,
      contacts: [contacts[1]],
      messages: [second],
    });
  });

  it('is refused when what stands beside its news would make much more of it, before it is made', () => {
    const many = Array.from({ length: 2000 }, (_, n) => ({ ...first, id: `wamid.${n}` }));
    const beside = { beside: 'x'.repeat(1024 * 1024) };
    expect(() => splitMeta(whatsapp({ ...beside, messages: many }))).toThrow('too large');
    const wide = { object: 'page', entry: [{ id: beside.beside, messaging: many }] };
    expect(() => splitMeta(wide)).toThrow('too large');
    expect(splitMeta(whatsapp({ contacts, messages: many }))).toHaveLength(2000);
  });

  it('of WhatsApp names those who show no number by their ids, and nobody who has none', () => {
    const people = [
      { user_id: 'US.1A2B3C4D5E', profile: { name: 'Mara' } },
      { user_id: 'BR.12X345', profile: { name: 'Omar' } },
      { profile: { name: 'Nobody' } },
    ];
    const messages = ['US.1A2B3C4D5E', 'BR.12X345', undefined].map((from_user_id, n) => ({
      id: `wamid.${n}`,
      type: 'text',
      from_user_id,
    }));
    const named = splitMeta(whatsapp({ contacts: people, messages })).map(({ payload }) => payload);
    expect(named).toMatchObject([{ contacts: [people[0]] }, { contacts: [people[1]] }, { contacts: [] }]);
  });

  it('keeps what is told of one message apart, and every change and entry', () => {
    const told = (status: string) => ({ statuses: [{ id: 'wamid.1', status }] });
    const { entry } = whatsapp(told('sent'), told('delivered'));
    const events = splitMeta({
      object: 'whatsapp_business_account',
      entry: [...entry, ...whatsapp(told('read')).entry],
    });
    expect(events.map(({ dedup_key }) => dedup_key)).toEqual([
      'status-sent-106540352242922:wamid.1',
      'status-delivered-106540352242922:wamid.1',
      'status-read-106540352242922:wamid.1',
    ]);
  });

  it('of WhatsApp keeps every item beside one that is broken', () => {
    const broken = {
      contacts: [{ wa_id: 5 }, 'none'],
      messages: [null, first],
      statuses: [7, { id: 'wamid.1', status: 'sent' }],
    };
    const keys = splitMeta(whatsapp(broken)).map(({ dedup_key }) => dedup_key);
    expect(keys).toEqual(['message-106540352242922:wamid.1', 'status-sent-106540352242922:wamid.1']);
  });

  it.each([[null], ['text'], [{ field: 'account_alerts', value: 'text' }], [{ field: 'messages', value: null }]])(
    'of WhatsApp keeps the messages beside the change %j',
    (broken) => {
      const { object, entry } = whatsapp({ messages: [first] });
      const changes = [broken, ...entry[0]!.changes];
      expect(splitMeta({ object, entry: [{ id: 'waba', changes }] })).toHaveLength(1);
    },
  );

  it.each([[null], ['text'], [{}], [{ changes: 'none', messaging: 'none' }]])(
    'keeps what is beside the entry %j',
    (broken) => {
      const said = { sender: { id: '1' }, recipient: { id: '7' }, timestamp: 5, message: { mid: 'm_1', text: 'Hi' } };
      for (const { object, entry } of [whatsapp({ messages: [first] }), page('page', said), page('instagram', said)])
        expect(splitMeta({ object, entry: [broken, ...entry] })).toHaveLength(1);
    },
  );

  it('of WhatsApp tells trouble with the number apart from the messages beside it', () => {
    const trouble = whatsapp({ messages: [first], errors: [{ code: 131031 }] });
    expect(splitMeta(trouble).map(({ payload }) => Object.keys(payload).sort())).toEqual([
      ['contacts', 'messages', 'messaging_product', 'metadata'],
      ['errors', 'messaging_product', 'metadata'],
    ]);
  });

  it('names the same thing by the same key however it is bundled', () => {
    const [alone] = splitMeta(whatsapp({ contacts: [contacts[0]], messages: [first] }));
    const [bundled] = splitMeta(whatsapp({ contacts, messages: [first, second] }));
    expect(bundled).toEqual(alone);
  });

  it.each([
    ['page', 'facebook'],
    ['instagram', 'instagram'],
  ])('of %s keeps beside each piece whose it is', (object, channel) => {
    const said = { sender: { id: '1' }, recipient: { id: '7' }, timestamp: 5, message: { mid: 'm_1', text: 'Hi' } };
    const read = { sender: { id: '1' }, recipient: { id: '7' }, timestamp: 6, read: { watermark: 6 } };
    const [message, status, again] = splitMeta(page(object, said, read, read));
    expect(message).toEqual({ channel, dedup_key: 'message-7:m_1', account: '7', payload: { account: '7', ...said } });
    expect(status!.dedup_key).toMatch(/^content:/);
    expect(again).toEqual(status);
  });

  it('does not take a message that is taken back for the message itself', () => {
    const said = (message: object) => ({ sender: { id: '1' }, recipient: { id: '7' }, timestamp: 5, message });
    const [gone, there] = splitMeta(
      page('instagram', said({ mid: 'm_1', is_deleted: true }), said({ mid: 'm_1', text: 'Hi' })),
    );
    expect(gone!.dedup_key).not.toBe(there!.dedup_key);
  });

  it('keeps what another app of the page answers', () => {
    const standby = [
      { sender: { id: '7' }, recipient: { id: '1' }, timestamp: 5, message: { mid: 'm_2', is_echo: true } },
    ];
    expect(splitMeta({ object: 'page', entry: [{ id: '7', standby }] })).toHaveLength(1);
  });

  it.each([
    ['an object that is not known', { object: 'permissions', entry: [{ id: '7' }] }],
    ['an entry with nothing in it', { object: 'page', entry: [{ id: '7' }] }],
    [
      'another field',
      { object: 'whatsapp_business_account', entry: [{ id: 'w', changes: [{ field: 'flows', value: {} }] }] },
    ],
    ['no entries', { object: 'instagram', entry: [] }],
  ])('with %s tells nothing', (_what, body) => {
    expect(splitMeta(body)).toEqual([]);
  });

  it.each([[null], [[]], ['text'], [{}], [{ object: 'page' }], [{ object: 'page', entry: {} }]])(
    '%j is none',
    (body) => {
      expect(() => splitMeta(body)).toThrow('Invalid input');
    },
  );
});

describe('the signature of Meta', () => {
  const body = Buffer.from('{"object":"page","entry":[]}');
  const signed = (secret: string, text = body) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

  it('is over the very bytes, with any of the secrets', () => {
    expect(isSignedByMeta(body, signed('one'), ['one'])).toBe(true);
    expect(isSignedByMeta(body, signed('two'), ['one', 'two'])).toBe(true);
    expect(isSignedByMeta(Buffer.from('{"object": "page","entry":[]}'), signed('one'), ['one'])).toBe(false);
  });

  it.each([
    [signed('other')],
    [signed('one').toUpperCase().replace('SHA256', 'sha1')],
    [signed('one').slice(0, -2)],
    [`sha256=${'0'.repeat(64)}`],
    [''],
    [undefined],
    [[signed('one')]],
  ])('%j opens nothing', (header) => {
    expect(isSignedByMeta(body, header, ['one'])).toBe(false);
  });

  it('of no secret opens nothing', () => {
    expect(isSignedByMeta(body, signed(''), [])).toBe(false);
  });
});
