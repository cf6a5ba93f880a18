import type { ReceivedMessage } from '#crm-domain/messaging';
import { gmailMessage } from '../gmail/gmail-received.js';
import { isMail, outlookMessage } from '../outlook/outlook-received.js';

const encoded = (text: string | Buffer) => Buffer.from(text).toString('base64url');

describe('a mail of Gmail', () => {
  const headers = Object.entries({
    From: '"Mara Lind, Dr." <Mara@Example.com>',
    'Reply-To': 'Team: Bo <Bo@example.com>, cy@example.com;',
    To: 'ada@example.com, Team: bo@example.com, cy@example.com;',
    CC: '=?UTF-8?B?w4VzYQ==?= <asa@example.com>',
    Subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?= ',
    'Message-Id': '<mine@example.com>',
    References: '<first@example.com> <second@example.com>',
    'In-Reply-To': '<second@example.com>',
    'X-CRM-Message-Id': ' our-own ',
  }).map(([name, value]) => ({ name, value }));
  const text = { mimeType: 'text/plain', filename: '', body: { size: 5, data: encoded('Grüße') } };
  const html = { mimeType: 'text/html', filename: '', body: { size: 9, data: encoded('<p>Grüße</p>') } };
  const file = { mimeType: 'application/pdf', filename: 'offer.pdf', body: { size: 2048, attachmentId: 'a-1' } };

  const resource = (payload: object, labelIds = ['INBOX', 'UNREAD']) => ({
    id: '19a',
    threadId: '18f',
    labelIds,
    internalDate: '1780000000000',
    payload: { mimeType: 'multipart/mixed', filename: '', headers, body: { size: 0 }, ...payload },
  });
  const whole: ReceivedMessage = {
    direction: 'inbound',
    provider_message_id: '19a',
    thread_id: '18f',
    internet_message_id: '<mine@example.com>',
    references: ['<first@example.com>', '<second@example.com>'],
    reply_to: null,
    mark: 'our-own',
    bears_mark_if_ours: false,
    from: { address: 'Mara@Example.com', display_name: 'Mara Lind, Dr.' },
    reply_addresses: ['Bo@example.com', 'cy@example.com'],
    to: ['ada@example.com', 'bo@example.com', 'cy@example.com'].map((address) => ({ address, display_name: null })),
    cc: [{ address: 'asa@example.com', display_name: 'Åsa' }],
    subject: 'Grüße',
    subject_as_told: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
    body: 'Grüße',
    body_html: '<p>Grüße</p>',
    sent_at: new Date(1_780_000_000_000),
    seen: false,
    attachments: [
      { filename: 'offer.pdf', content_type: 'application/pdf', size: 2048, provider_attachment_id: 'a-1' },
    ],
  };

  it('is read whole, with text, HTML and what is attached', () => {
    const alternatives = { mimeType: 'multipart/alternative', filename: '', body: { size: 0 }, parts: [text, html] };
    expect(gmailMessage(resource({ parts: [alternatives, file] }))).toEqual(whole);
  });

  it('that has HTML alone has the words of it', () => {
    const { mimeType, body } = html;
    expect(gmailMessage(resource({ mimeType, body }))).toEqual({ ...whole, attachments: [] });
  });

  it('whose text is blank has the words of its HTML', () => {
    const blank = { ...text, body: { size: 3, data: encoded(' \r\n') } };
    expect(gmailMessage(resource({ parts: [blank, html] }))?.body).toBe('Grüße');
    expect(gmailMessage(resource({ parts: [blank] }))?.body.trim()).toBe('');
  });

  it('whose text is in another charset than it should be is read as the part says', () => {
    const body = { size: 5, data: encoded(Buffer.from('Grüße', 'latin1')) };
    const said = (value: string) => ({ parts: [{ ...text, body, headers: [{ name: 'Content-Type', value }] }] });
    expect(gmailMessage(resource(said('text/plain; charset="ISO-8859-1"')))?.body).toBe('Grüße');
    expect(gmailMessage(resource(said('text/plain; charset=made-up')))?.body).toBe('Grüße');
  });

  it('that is attached as text is an attachment and no text', () => {
    const attached = { ...text, filename: 'notes.txt', body: { size: 5, attachmentId: 'a-2' } };
    expect(gmailMessage(resource({ parts: [text, attached] }))).toMatchObject({
      body: 'Grüße',
      attachments: [{ filename: 'notes.txt' }],
    });
  });

  it('has a mail that is attached as an attachment, whose words are not its own', () => {
    const theirs = { ...text, body: { size: 10, data: encoded('I owe you 5') } };
    const attached = (filename: string) => {
      const parts = [{ mimeType: 'multipart/mixed', filename: '', body: { size: 0 }, parts: [theirs, html, file] }];
      return { mimeType: 'message/rfc822', filename, body: { size: 900 }, parts };
    };
    expect(gmailMessage(resource({ parts: [text, attached('debt.eml'), attached('')] }))).toMatchObject({
      body: 'Grüße',
      body_html: null,
      attachments: ['debt.eml', 'attachment'].map((filename) => ({ filename, content_type: 'message/rfc822' })),
    });
  });

  it('has no more of a name read than may be kept, however long it is', () => {
    const [word, letters] = ['=?utf-8?q?a?= ', 'a'.repeat(571)];
    const long = { ...file, filename: word.repeat(100_000) };
    const { attachments, subject } = gmailMessage(
      resource({ parts: [long], headers: [{ name: 'Subject', value: word.repeat(100_000) }] }),
    )!;
    // Of the name of a file 255 characters are kept, of a subject 998; no program writes each letter as a word.
    for (const [read, kept] of [
      [attachments[0]!.filename, 214],
      [subject!, 571],
    ] as const) {
      expect(read.slice(0, kept)).toBe(letters.slice(0, kept));
      expect(read.length).toBeLessThan(8000);
    }
  });

  describe('has the words', () => {
    const leaf = (mimeType: string, said: string) => ({
      mimeType,
      filename: '',
      body: { size: said.length, data: encoded(said) },
    });
    const of = (kind: string, ...parts: object[]) => ({ mimeType: `multipart/${kind}`, body: { size: 0 }, parts });
    const [plain, marked] = [(said: string) => leaf('text/plain', said), (said: string) => leaf('text/html', said)];

    it.each([
      [
        'of its HTML and of the footer of a list',
        [marked('<p>We order 500</p>'), plain('To leave the list')],
        'We order 500\nTo leave the list',
      ],
      [
        'on both sides of a picture',
        [plain('Before'), { ...file, mimeType: 'image/png' }, marked('<b>behind</b>')],
        'Before\nbehind',
      ],
      ['of the plain one of two that say the same', [of('alternative', marked('<p>Same</p>'), plain('same'))], 'same'],
      [
        'of the HTML where the plain one is blank',
        [of('alternative', plain(' \n'), of('related', marked('<p>Same</p>'), file))],
        'Same',
      ],
      [
        'of the plain one though the other has a file in it',
        [of('alternative', plain('same'), of('mixed', marked('<p>Sa'), file, marked('me')))],
        'same',
      ],
      [
        'of a mail and not of the one that is attached',
        [plain('Look'), of('alternative', { mimeType: 'message/rfc822', parts: [plain('Theirs')] })],
        'Look',
      ],
    ])('%s', (_what, parts, body) => {
      expect(gmailMessage(resource({ parts }))!.body).toBe(body);
    });

    it('of its first 20 texts, which share the tags that are read', () => {
      const parts = Array.from({ length: 30 }, () => marked('<p>x'.repeat(10_000)));
      const { body } = gmailMessage(resource({ parts }))!;
      expect(body.split('x').length - 1).toBeLessThanOrEqual(50_000);
      expect(body.split('x').length - 1).toBeGreaterThan(40_000);
    });
  });

  it('has a text that is too long to come with it as an attachment', () => {
    const elsewhere = { ...text, body: { size: 6_000_000, attachmentId: 'a-3' } };
    expect(gmailMessage(resource({ parts: [elsewhere] }))).toMatchObject({
      body: '',
      attachments: [
        { filename: 'attachment', content_type: 'text/plain', size: 6_000_000, provider_attachment_id: 'a-3' },
      ],
    });
  });

  it('went out when it is labelled as sent, and was seen then', () => {
    expect(gmailMessage(resource({ parts: [text] }, ['SENT']))).toMatchObject({ direction: 'outbound', seen: true });
    expect(gmailMessage(resource({ parts: [text] }, ['Label_7']))).toMatchObject({ direction: 'inbound', seen: true });
  });

  it('gives no more people of a header than are kept, and each whole', () => {
    const addresses = Array.from({ length: 10_000 }, (_, n) => `person-${n}@example.com`);
    const many = [{ name: 'To', value: addresses.join(', ') }];
    const to = gmailMessage(resource({ parts: [text], headers: many }))!.to.map(({ address }) => address);
    expect(to.length).toBeGreaterThan(1000);
    expect(to.length).toBeLessThan(2000);
    expect(to).toEqual(addresses.slice(0, to.length));
    const nested = [{ name: 'To', value: `"${'a:'.repeat(100_000)}"` }];
    expect(gmailMessage(resource({ parts: [text], headers: nested }))!.to).toEqual([]);
  });

  it('gives only those at the beginning of a header with more groups than people write, also in encoded words', () => {
    const people = Array.from({ length: 400 }, (_, n) => `person-${n}@example.com`);
    const named = (groups: number, write = (text: string) => text) => {
      const value = `${people.join(', ')}, ${write('g: '.repeat(groups) + '<last@example.com>')}`;
      return gmailMessage(resource({ parts: [text], headers: [{ name: 'To', value }] }))!.to.length;
    };
    const inWords = (said: string) => `=?utf-8?B?${Buffer.from(said).toString('base64')}?=`;
    for (const write of [undefined, inWords]) {
      expect(named(10, write)).toBe(401);
      expect(named(11, write)).toBeLessThan(200);
    }
  });

  it('decodes no more of its subject than the beginning', () => {
    const subject = [{ name: 'Subject', value: '=?utf-8?q?=41?= '.repeat(10_000) }];
    expect(gmailMessage(resource({ parts: [text], headers: subject }))!.subject!.length).toBeLessThan(8000);
  });

  it.each([['DRAFT'], ['SPAM'], ['TRASH'], ['CHAT']])('labelled %s is not kept', (label) => {
    expect(gmailMessage(resource({ parts: [text] }, [label, 'INBOX']))).toBeUndefined();
  });

  it('without the usual headers is still one', () => {
    expect(gmailMessage({ ...resource({}), payload: {} })).toMatchObject({
      from: { address: '', display_name: null },
      to: [],
      subject: '',
      body: '',
      internet_message_id: null,
    });
  });

  it.each([[null], [{}], [{ id: '1', threadId: '1', internalDate: '1', payload: 'none' }]])('%j is none', (body) => {
    expect(gmailMessage(body)).toBeUndefined();
  });
});

describe('a mail of Outlook', () => {
  const person = (address: string, name = address) => ({ emailAddress: { name, address } });
  const resource = {
    id: 'AAk1',
    isDraft: false,
    conversationId: 'AAQ1',
    internetMessageId: '<mine@example.com>',
    subject: 'Offer ',
    body: { contentType: 'html', content: '<p>Hello</p>' },
    from: person('mara@example.com', 'Mara'),
    replyTo: [{ emailAddress: null }, person('bo@example.com')],
    toRecipients: [person('ada@example.com')],
    ccRecipients: [{ emailAddress: null }, person('bo@example.com')],
    receivedDateTime: '2026-05-28T20:26:40Z',
    sentDateTime: '2026-05-28T20:26:30Z',
    isRead: false,
    hasAttachments: true,
  };
  const whole: ReceivedMessage = {
    direction: 'inbound',
    provider_message_id: 'AAk1',
    thread_id: 'AAQ1',
    internet_message_id: '<mine@example.com>',
    references: [],
    reply_to: null,
    mark: null,
    bears_mark_if_ours: false,
    from: { address: 'mara@example.com', display_name: 'Mara' },
    reply_addresses: ['bo@example.com'],
    to: [{ address: 'ada@example.com', display_name: null }],
    cc: [{ address: 'bo@example.com', display_name: null }],
    subject: 'Offer',
    body: 'Hello',
    body_html: '<p>Hello</p>',
    sent_at: new Date('2026-05-28T20:26:40Z'),
    seen: false,
    attachments: [],
  };

  it('is read whole', () => {
    expect(outlookMessage(resource, false)).toEqual({ message: whole, has_attachments: true });
  });

  it('of the sent items went out when it was sent', () => {
    const sent_at = new Date('2026-05-28T20:26:30Z');
    expect(outlookMessage(resource, true)?.message).toEqual({ ...whole, direction: 'outbound', seen: true, sent_at });
  });

  it('in plain text is that text', () => {
    const body = { contentType: 'text', content: 'a < b' };
    expect(outlookMessage({ ...resource, body }, false)?.message).toMatchObject({ body: 'a < b', body_html: null });
  });

  it.each([
    ['a draft', { ...resource, isDraft: true }],
    ['one that was removed', { id: 'AAk1', '@removed': { reason: 'deleted' } }],
    ['one whose subject is no text', { ...resource, subject: {} }],
    ['nothing', null],
  ])('is not %s', (_what, body) => {
    expect(outlookMessage(body, false)).toBeUndefined();
  });

  it('is read where Graph leaves out what it usually shows', () => {
    const bare = { conversationId: null, body: { contentType: null, content: null }, replyTo: null };
    const mail = outlookMessage({ ...resource, ...bare, toRecipients: null, ccRecipients: [null] }, false)!;
    expect(mail.message).toMatchObject({ thread_id: resource.id, body: '', body_html: null, to: [], cc: [] });
  });

  it('is one, though nothing of it can be read', () => {
    const unreadable = [
      { ...resource, subject: {} },
      { ...resource, isDraft: true },
      { id: 'AAk1', '@removed': {} },
    ];
    expect(unreadable.map(isMail)).toEqual([true, false, false]);
  });
});
