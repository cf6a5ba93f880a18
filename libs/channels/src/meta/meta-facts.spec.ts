import type { ReceivedMessage, ReceivedStatus } from '#crm-domain/messaging';
import { messengerFacts } from './messenger-facts.js';
import { whatsappFacts } from '../whatsapp/whatsapp-facts.js';

const metadata = { display_phone_number: '15550100200', phone_number_id: '106540352242922' };
const contacts = [{ wa_id: '15550001111', profile: { name: 'Mara' } }];
const TIME = 1_780_000_000;

describe('a WhatsApp message', () => {
  const whole: ReceivedMessage = {
    direction: 'inbound',
    provider_message_id: 'wamid.1',
    thread_id: '15550001111',
    internet_message_id: null,
    references: [],
    reply_to: null,
    mark: null,
    bears_mark_if_ours: true,
    from: { address: '15550001111', display_name: 'Mara' },
    to: [{ address: '15550100200', display_name: null }],
    cc: [],
    subject: null,
    body: 'Hello',
    body_html: null,
    sent_at: new Date(TIME * 1000),
    seen: false,
    attachments: [],
  };

  function read(message: object) {
    const given = { id: 'wamid.1', from: '15550001111', timestamp: String(TIME), ...message };
    return whatsappFacts({ metadata, contacts, messages: [given] });
  }

  it('is read whole', () => {
    const [fact] = read({ type: 'text', text: { body: 'Hello' } });
    expect(fact).toEqual({ external_account_id: '106540352242922', kind: 'message', message: whole });
  });

  const file = (filename: string, content_type: string) => [
    { filename, content_type, size: 0, provider_attachment_id: 'm1' },
  ];
  const media = { id: 'm1', mime_type: 'image/jpeg' };
  const cases: [string, object, Partial<ReceivedMessage>][] = [
    [
      'a reply',
      { type: 'text', text: { body: 'Yes' }, context: { id: 'wamid.0' } },
      { body: 'Yes', reply_to: 'wamid.0' },
    ],
    [
      'a picture',
      { type: 'image', image: { ...media, caption: 'Look' } },
      { body: 'Look', attachments: file('image', 'image/jpeg') },
    ],
    ['a voice message', { type: 'audio', audio: media }, { body: '', attachments: file('audio', 'image/jpeg') }],
    [
      'a document',
      { type: 'document', document: { id: 'm1', mime_type: 'application/pdf', filename: 'offer.pdf' } },
      { body: '', attachments: file('offer.pdf', 'application/pdf') },
    ],
    ['a pressed button', { type: 'button', button: { text: 'Stop' } }, { body: 'Stop' }],
    [
      'a chosen answer',
      { type: 'interactive', interactive: { button_reply: { id: '1', title: 'Monday' } } },
      { body: 'Monday' },
    ],
    [
      'a chosen row',
      { type: 'interactive', interactive: { list_reply: { id: '1', title: 'Tuesday' } } },
      { body: 'Tuesday' },
    ],
    [
      'a reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
      { body: '👍', reply_to: 'wamid.0' },
    ],
    [
      'a place',
      { type: 'location', location: { name: 'Pier 9', address: '1 Quay Street', latitude: 1.5, longitude: 0 } },
      { body: 'Pier 9\n1 Quay Street\n1.5, 0' },
    ],
    ['a place without a name', { type: 'location', location: { latitude: 1, longitude: 2 } }, { body: '1, 2' }],
    [
      'the cards of people',
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: 'Mara Quay', first_name: 'Mara' },
            org: { company: 'Pier Ltd' },
            phones: [{ phone: '+1 415-555-0101', wa_id: '14155550101' }, { phone: '+1 415-555-0102' }],
            emails: [{ email: 'mara@example.com' }],
          },
          { name: { formatted_name: 'Bob' } },
        ],
      },
      { body: 'Mara Quay, Pier Ltd, +1 415-555-0101, +1 415-555-0102, mara@example.com\nBob' },
    ],
    [
      'the answers to a form',
      {
        type: 'interactive',
        interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"size":"L"}' } },
      },
      { body: 'Sent\n{"size":"L"}' },
    ],
    [
      'an order',
      {
        type: 'order',
        order: {
          catalog_id: '7',
          text: 'Soon, please',
          product_items: [{ product_retailer_id: 'rope-10', quantity: 2, item_price: 9.5, currency: 'EUR' }],
        },
      },
      { body: 'Soon, please\n2 x rope-10, 9.5 EUR' },
    ],
    [
      'a kind that is not known yet',
      { type: 'poll', poll: { question: 'When?' } },
      { body: '[poll] {"question":"When?"}' },
    ],
    ['a broken place', { type: 'location', location: [] }, { body: '[location]' }],
    ['something unsupported', { type: 'unsupported', errors: [{ code: 131051 }] }, { body: '[unsupported]' }],
  ];
  it.each(cases)('may be %s', (_what, message, expected) => {
    expect(read(message)).toEqual([expect.objectContaining({ message: { ...whole, ...expected } })]);
  });

  it.each([
    ['a reaction taken back', { type: 'reaction', reaction: { message_id: 'wamid.0' } }],
    ['a reaction that is broken', { type: 'reaction', reaction: null }],
    ['one in a group', { type: 'text', group_id: 'HBgLM1', text: { body: 'x' } }],
    ['a changed number', { type: 'system', system: { body: 'changed' } }],
    ['one from nobody', { type: 'text', from: undefined, text: { body: 'x' } }],
    ['one without a time', { type: 'text', timestamp: 'soon', text: { body: 'x' } }],
  ])('that is %s tells nothing', (_what, message) => {
    expect(read(message)).toEqual([]);
  });

  it.each([
    { context: null },
    { context: [] },
    { reaction: null },
    { button: null },
    { interactive: null },
    { interactive: { button_reply: null } },
    { image: null },
    { errors: [null] },
  ])('is read whole beside a part that is broken: %j', (broken) => {
    expect(read({ type: 'text', text: { body: 'Hello' }, ...broken })).toMatchObject([{ message: whole }]);
  });

  it.each<[object, string]>([
    [{ type: 'text', text: 'Hello' }, '[text]'],
    [{ type: 'button', button: null }, '[button]'],
    [{ type: 'interactive', interactive: { button_reply: null, list_reply: { title: 'Tuesday' } } }, 'Tuesday'],
    [{ type: 'image', image: null }, '[image]'],
  ])('is told though what it says is broken: %j', (message, body) => {
    expect(read(message)).toMatchObject([{ message: { ...whole, body } }]);
  });

  it('has a sender without a name where none is given', () => {
    const message = { id: 'wamid.1', from_user_id: 'US.1', timestamp: TIME, type: 'text', text: { body: 'x' } };
    const [fact] = whatsappFacts({ metadata, messages: [message] });
    expect(fact).toMatchObject({ message: { from: { address: 'US.1', display_name: null }, thread_id: 'US.1' } });
  });
});

describe('a WhatsApp status', () => {
  it.each<[string, object, object]>([
    ['its reason is no list', { errors: 'none' }, {}],
    ['the code of its reason is text', { errors: [{ code: '131047' }] }, {}],
    ['the contacts beside it are none', {}, { contacts: [null] }],
    ['the errors beside it are none', {}, { errors: 'none' }],
  ])('that it failed is told though %s', (_what, change, beside) => {
    const status = { id: 'wamid.1', status: 'failed', timestamp: String(TIME), ...change };
    const facts = whatsappFacts({ metadata, ...beside, statuses: [status] });
    expect(facts).toMatchObject([{ kind: 'status', status: { status: 'failed' } }]);
  });

  function read(status: object) {
    return whatsappFacts({ metadata, statuses: [{ id: 'wamid.1', timestamp: String(TIME), ...status }] });
  }
  const whole: ReceivedStatus = {
    status: 'delivered',
    provider_message_ids: ['wamid.1'],
    thread_id: null,
    mark: 'our-own',
    transmission: null,
    up_to: null,
    failure: null,
    at: new Date(TIME * 1000),
  };

  it.each([
    ['our-own', 'our-own', 1],
    ['our-own/2', 'our-own', 2],
    ['our-own/', 'our-own/', 1],
    ['our-own/x', 'our-own/x', 1],
    ['our-own/1/2', 'our-own/1', 2],
    ['our-own/1234567', 'our-own/1234567', 1],
    ['/3', null, 3],
    ['', null, null],
  ])('with the mark %j is about a message and a transmission of it', (biz_opaque_callback_data, mark, transmission) => {
    const [fact] = read({ status: 'failed', biz_opaque_callback_data });
    expect(fact).toMatchObject({ status: { mark, transmission } });
  });

  it('is read whole', () => {
    const status = read({ status: 'delivered', biz_opaque_callback_data: 'our-own' });
    expect(status).toEqual([
      { external_account_id: '106540352242922', kind: 'status', status: { ...whole, transmission: 1 } },
    ]);
  });

  it.each([
    ['551187654321', '551187654321'],
    ['US.1A2B3C4D5E', null],
    ['55\0', null],
    [5, null],
  ])('about a message to %j names the person where that is a number: %j', (recipient_id, thread_id) => {
    expect(read({ status: 'sent', recipient_id })).toMatchObject([{ status: { status: 'sent', thread_id } }]);
  });

  it.each([
    [131047, /24 hours/],
    [131026, /number/],
    [131000, /could not deliver/],
    [999999, /could not deliver/],
  ])('that failed with %d says why in our words', (code, detail) => {
    const [fact] = read({ status: 'failed', errors: [{ code, title: 'theirs', message: 'theirs' }] });
    expect(fact).toMatchObject({ status: { failure: { code: String(code), detail: expect.stringMatching(detail) } } });
  });

  it.each<[string, object]>([
    ['no reasons', {}],
    ['an empty list of them', { errors: [] }],
    ['a reason without a code', { errors: [{ title: 'theirs' }] }],
    ['a code that is null', { errors: [{ code: null }] }],
    ['a code that is no number', { errors: [{ code: 'soon' }] }],
    ['an empty code', { errors: [{ code: '' }] }],
  ])('that failed with %s claims none', (_what, change) => {
    expect(read({ status: 'failed', ...change })).toMatchObject([{ status: { status: 'failed', failure: null } }]);
  });

  it('that failed with the code 0, which Meta has for a missing permission, says so', () => {
    const [fact] = read({ status: 'failed', errors: [{ code: 0 }] });
    expect(fact).toMatchObject({ status: { failure: { code: '0', detail: expect.stringContaining('permission') } } });
  });

  it.each([
    ['empty', ''],
    ['longer than any of theirs', 'w'.repeat(513)],
    ['no line of text', 'wamid\0.1'],
    ['half a character', 'wamid\ud800'],
  ])('about an id that is %s tells nothing, as messages with one do', (_what, id) => {
    expect(read({ status: 'sent', id })).toEqual([]);
    const message = { id, from: '15551234567', timestamp: String(TIME), type: 'text', text: { body: 'Hello' } };
    expect(whatsappFacts({ metadata, messages: [message] })).toEqual([]);
    const page = { account: '7', sender: { id: '1' }, recipient: { id: '7' }, timestamp: TIME * 1000 };
    for (const said of [
      { message: { mid: id, text: 'Hello' } },
      { read: { mid: id } },
      { delivery: { mids: [id], watermark: 1 } },
    ])
      expect(messengerFacts('facebook', { ...page, ...said })).toEqual([]);
  });

  it('of a kind that is not known tells nothing', () => {
    expect(read({ status: 'warning' })).toEqual([]);
  });

  it('may be trouble with the whole number', () => {
    expect(whatsappFacts({ metadata, errors: [{ code: 131031, title: 'locked' }] })).toEqual([
      { external_account_id: '106540352242922', kind: 'trouble', code: '131031' },
    ]);
    expect(whatsappFacts({ metadata, errors: [{ title: 'locked' }] })).toMatchObject([{ code: 'unknown' }]);
    expect(whatsappFacts({ metadata, errors: [null, { code: 131031 }] })).toMatchObject([{ code: '131031' }]);
  });
});

describe('news of a page or an Instagram account', () => {
  const from = { account: '7', sender: { id: '1' }, recipient: { id: '7' }, timestamp: TIME * 1000 };
  const echo = { ...from, sender: { id: '7' }, recipient: { id: '1' } };
  const whole: ReceivedMessage = {
    direction: 'inbound',
    provider_message_id: 'm_1',
    thread_id: '1',
    internet_message_id: null,
    references: [],
    reply_to: null,
    mark: null,
    bears_mark_if_ours: true,
    from: { address: '1', display_name: null },
    to: [{ address: '7', display_name: null }],
    cc: [],
    subject: null,
    body: 'Hello',
    body_html: null,
    sent_at: new Date(TIME * 1000),
    seen: false,
    attachments: [],
  };

  const file = (filename: string, content_type = 'application/octet-stream') => {
    return { filename, content_type, size: 0, provider_attachment_id: null };
  };
  const messages: [string, object, Partial<ReceivedMessage>][] = [
    ['a message', { ...from, message: { mid: 'm_1', text: 'Hello' } }, {}],
    ['a reply', { ...from, message: { mid: 'm_1', text: 'Hello', reply_to: { mid: 'm_0' } } }, { reply_to: 'm_0' }],
    [
      'a picture',
      { ...from, message: { mid: 'm_1', attachments: [{ type: 'image', payload: { url: 'https://example.com/a' } }] } },
      {
        body: '',
        attachments: [file('image', 'image/*')],
      },
    ],
    ...[
      [
        'a place',
        { type: 'location', payload: { coordinates: { lat: 1.5, long: 0 }, title: 'Pier 9' } },
        'Pier 9\n1.5, 0',
      ] as const,
      [
        'a link',
        { type: 'fallback', title: 'Ships', url: 'https://example.com/s', payload: null },
        'Ships\nhttps://example.com/s',
      ] as const,
      ['a broken place', { type: 'location', payload: { coordinates: { lat: 'x' } } }, ''] as const,
    ].map(([what, attachment, body]): [string, object, Partial<ReceivedMessage>] => {
      const attachments = [file(attachment.type)];
      return [what, { ...from, message: { mid: 'm_1', attachments: [attachment] } }, { body, attachments }];
    }),
    [
      'words with a link',
      {
        ...from,
        message: { mid: 'm_1', text: 'Hello', attachments: [{ type: 'fallback', url: 'https://example.com' }] },
      },
      { attachments: [file('fallback')] },
    ],
    ['a pressed button', { ...from, postback: { mid: 'm_1', title: 'Hello', payload: 'x' } }, {}],
    ['what is not supported', { ...from, message: { mid: 'm_1', is_unsupported: true } }, { body: '[unsupported]' }],
    [
      'an echo of a message that went out',
      { ...echo, message: { mid: 'm_1', text: 'Hello', is_echo: true, app_id: 5, metadata: 'our-own' } },
      { direction: 'outbound', mark: 'our-own', seen: true, from: whole.to[0], to: [whole.from] },
    ],
  ];
  it.each(messages)('may be %s', (_what, news, expected) => {
    expect(messengerFacts('facebook', news)).toEqual([
      { external_account_id: '7', kind: 'message', message: { ...whole, ...expected } },
    ]);
  });

  it.each([
    { delivery: null },
    { read: null },
    { delivery: { watermark: 'soon' } },
    { postback: null },
    { message: { mid: 'm_1', text: 'Hello', is_echo: null, is_deleted: null } },
    { message: { mid: 'm_1', text: 'Hello', reply_to: null, metadata: 5 } },
    { message: { mid: 'm_1', text: 'Hello', attachments: 'none' } },
    { message: { mid: 'm_1', text: 'Hello', attachments: [null] } },
  ])('are read whole beside a part that is broken: %j', (broken) => {
    const facts = messengerFacts('facebook', { ...from, message: { mid: 'm_1', text: 'Hello' }, ...broken });
    expect(facts).toMatchObject([{ kind: 'message', message: whole }]);
  });

  it.each([
    [
      { message: null, postback: { mid: 'm_1', title: 'Hello' } },
      { kind: 'message', message: whole },
    ],
    [
      { message: null, read: { mid: 'm_1' } },
      { kind: 'status', status: { status: 'read' } },
    ],
    [
      { delivery: 'none', read: { mid: 'm_1' } },
      { kind: 'status', status: { status: 'read' } },
    ],
  ])('are told beside a part that is broken: %j', (broken, fact) => {
    expect(messengerFacts('facebook', { ...from, ...broken })).toMatchObject([fact]);
  });

  it('on Instagram bear no mark, whoever sent them', () => {
    const [fact] = messengerFacts('instagram', { ...echo, message: { mid: 'm_1', text: 'Hello', is_echo: true } });
    expect(fact).toMatchObject({ message: { mark: null, bears_mark_if_ours: false } });
  });

  const upTo = { address: '1', until: new Date(TIME * 1000 - 5) };
  const statuses: [string, object, Partial<ReceivedStatus>][] = [
    [
      'delivered by id',
      { delivery: { mids: ['m_1', 'm_2'], watermark: 1 } },
      { status: 'delivered', provider_message_ids: ['m_1', 'm_2'] },
    ],
    ['delivered until then', { delivery: { watermark: TIME * 1000 - 5 } }, { status: 'delivered', up_to: upTo }],
    ['read until then', { read: { watermark: TIME * 1000 - 5 } }, { status: 'read', up_to: upTo }],
    ['read by id, as on Instagram', { read: { mid: 'm_1' } }, { status: 'read', provider_message_ids: ['m_1'] }],
  ];
  it.each(statuses)('may be that messages were %s', (_what, news, expected) => {
    const none = { provider_message_ids: [], mark: null, up_to: null, failure: null, at: new Date(TIME * 1000) };
    expect(messengerFacts('facebook', { ...from, ...news })).toEqual([
      { external_account_id: '7', kind: 'status', status: { ...none, ...expected } },
    ]);
  });

  it.each([
    ['a message taken back', { ...from, message: { mid: 'm_1', is_deleted: true } }],
    ['a reaction', { ...from, reaction: { mid: 'm_1', action: 'react' } }],
    [
      'a delivery of more messages than anybody tells at once',
      { ...from, delivery: { mids: Array.from({ length: 1001 }, (_, n) => `m_${n}`), watermark: 1 } },
    ],
    ['a message of after the year 9999', { ...from, timestamp: 1e18, message: { mid: 'm_1', text: 'Hello' } }],
    ['a message of before 1970', { ...from, timestamp: -1, message: { mid: 'm_1', text: 'Hello' } }],
    ['an edit', { ...from, message_edit: { mid: 'm_1', text: 'x' } }],
    ['nothing', {}],
    ['no object', null],
  ])('that is %s tells nothing', (_what, news) => {
    expect(messengerFacts('facebook', news)).toEqual([]);
  });
});
