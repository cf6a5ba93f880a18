import PostalMime from 'postal-mime';
import type { OutboundMessage } from '../contract/channel.js';
import { composeMime } from './mime.js';
import { subjectOf } from './threading.js';

const FROM = { address: 'ada@example.com', display_name: 'Ada Lovelace' };

function message(change: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    message_id: '01890000-0000-7000-8000-000000000001',
    channel: 'gmail',
    subject: 'The engine',
    body: 'It weaves.\n\nAda',
    to: ['bob@example.com'],
    cc: [],
    reply: null,
    ...change,
  };
}

const REPLY = {
  provider_message_id: null,
  provider_thread_id: null,
  internet_message_id: '<2@example.com>',
  references: ['<1@example.com>'],
  subject: 'Re: The loom',
};

async function composed(change: Partial<OutboundMessage> = {}, from = FROM) {
  const text = (await composeMime(message(change), from)).toString('utf8');
  const [head = ''] = text.split('\r\n\r\n');
  const names = head
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':')[0]!.toLowerCase());
  return { text, names: names.sort(), parsed: await PostalMime.parse(text) };
}

const USUAL = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

describe('a message as mail', () => {
  it.each([
    '=?utf-8?B?WW91IG93ZQ==?=',
    '=?utf-8?q?You_owe_us_1000?= hello',
    '=?x?q?y?=',
    'H\u00e4? =?utf-8?q?You_owe?= =?utf-8?q?us?=',
    `Re: =? ${'\ud83d\ude00 long '.repeat(40)}`.trim(),
  ])('has the subject that was written, though it looks encoded: %s', async (subject) => {
    const { text, names, parsed } = await composed({ subject });
    expect(parsed.subject).toBe(subject);
    expect(names).toEqual(USUAL.concat('x-crm-message-id').sort());
    expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThan(79);
  });

  it('has no byte beyond ASCII in its head, whatever Message-ID a stranger wrote', async () => {
    const strange = ['<\u00fc@example.com>', '<\u0001@example.com>', '<a\u007f@example.com>'];
    const { text, names } = await composed({
      reply: { ...REPLY, internet_message_id: strange[0]!, references: strange },
    });
    expect(text.slice(0, text.indexOf('\r\n\r\n'))).toMatch(/^[\r\n -~]*$/);
    expect(names).toEqual(USUAL.concat('x-crm-message-id').sort());
  });

  it('ends its lines in one way', async () => {
    const { text } = await composed({ body: 'One\rTwo\r\nThree\nFour' });
    expect(text).toContain('One\r\nTwo\r\nThree\r\nFour');
    expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
  });

  it('says who, to whom, what and which', async () => {
    const { parsed } = await composed({ to: ['bob@example.com', 'cleo@example.com'], cc: ['dan@example.com'] });
    expect(parsed.from).toMatchObject({ name: 'Ada Lovelace', address: 'ada@example.com' });
    expect(parsed.to?.map(({ address }) => address)).toEqual(['bob@example.com', 'cleo@example.com']);
    expect(parsed.cc?.map(({ address }) => address)).toEqual(['dan@example.com']);
    expect(parsed.subject).toBe('The engine');
    expect(parsed.text?.trim()).toBe('It weaves.\n\nAda');
    expect(parsed.messageId).toBe('<01890000-0000-7000-8000-000000000001@example.com>');
    expect(parsed.headers).toContainEqual(
      expect.objectContaining({ key: 'x-crm-message-id', value: '01890000-0000-7000-8000-000000000001' }),
    );
  });

  it('survives what is not ASCII', async () => {
    const body = `Grüße aus Köln ${'und viel mehr '.repeat(200)}✓`;
    const { parsed } = await composed({ subject: 'Über die Maschine ✓', body });
    expect(parsed.subject).toBe('Über die Maschine ✓');
    expect(parsed.text?.trim()).toBe(body);
  });

  it('answers in its thread, under the subject of what it answers', async () => {
    const { parsed } = await composed({ subject: null, reply: REPLY });
    expect(parsed.inReplyTo).toBe('<2@example.com>');
    expect(parsed.references).toBe('<1@example.com> <2@example.com>');
    expect(parsed.subject).toBe('Re: The loom');
  });

  it('keeps the beginning and the end of a long thread', async () => {
    const references = Array.from({ length: 100 }, (_, n) => `<${n}@example.com>`);
    const { parsed } = await composed({ reply: { ...REPLY, references } });
    const kept = parsed.references!.split(/\s+/);
    expect(kept).toHaveLength(30);
    expect([kept[0], kept[1], kept.at(-1)]).toEqual(['<0@example.com>', '<72@example.com>', '<2@example.com>']);
  });

  it.each<[string, Partial<OutboundMessage>, typeof FROM]>([
    ['the subject', { subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nbody' }, FROM],
    ['the subject, with a bare line feed', { subject: 'Hello\nBcc: eve@example.com' }, FROM],
    ['the subject, with a bare carriage return', { subject: 'Hello\rBcc: eve@example.com' }, FROM],
    ['the subject, with a line separator', { subject: 'Hello\u2028Bcc: eve@example.com' }, FROM],
    ['an address', { to: ['bob@example.com\r\nBcc: eve@example.com'] }, FROM],
    ['an address that closes itself', { to: ['bob@example.com>\r\n\r\nbody'] }, FROM],
    ['the name of the sender', {}, { ...FROM, display_name: 'Ada\r\nBcc: eve@example.com' }],
    [
      'the answered subject',
      {
        subject: null,
        reply: { ...REPLY, subject: 'Hi\r\nBcc: eve@example.com', internet_message_id: null, references: [] },
      },
      FROM,
    ],
    [
      'the answered Message-ID',
      { reply: { ...REPLY, internet_message_id: '<a@b>\r\nBcc: eve@example.com', references: [] } },
      FROM,
    ],
    [
      'a reference',
      { reply: { ...REPLY, internet_message_id: null, references: ['<a@b>\r\nBcc: eve@example.com', 'no id'] } },
      FROM,
    ],
  ])('lets nobody write a header through %s', async (_where, change, from) => {
    const { names, text } = await composed(change, from);
    expect(names).toEqual([...USUAL, 'x-crm-message-id']);
    expect(text.split('\r\n\r\n').slice(1).join('\r\n\r\n').trim()).toBe('It weaves.\r\n\r\nAda');
  });

  it('has a subject of one line, so that it is found again by it', () => {
    expect(subjectOf(message({ subject: ' The\r\n\tengine\u2028weaves\u0000 ' }))).toBe('The engine weaves');
  });

  it('makes no second recipient out of one address', async () => {
    const { parsed } = await composed({ to: ['bob@example.com, eve@example.com'] });
    expect(parsed.to).toHaveLength(1);
  });
});
