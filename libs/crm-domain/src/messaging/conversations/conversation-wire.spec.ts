import type { MessageRow } from './conversation.store.js';
import { messageWire } from './conversation-wire.js';

/** The type under which a message shows a file that came with it. */
function shown(content_type: string): string {
  const attachments = [{ filename: 'file', content_type, size: 1 }];
  const times = { created_at: 0, queued_at: null, sent_at: null, delivered_at: null, read_at: null };
  const row = { ...times, attachments, recipients: [], from_handle: null } as unknown as MessageRow;
  return messageWire(row, 'email', new Map()).attachments[0]!.content_type;
}

describe('the content type of an attached file', () => {
  it.each([
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.glossary+xml',
    `${'a'.repeat(127)}/${'b'.repeat(127)}`,
  ])('is shown as it came: %s', (type) => {
    expect(shown(type)).toBe(type);
  });

  it.each([
    ['audio/ogg; codecs=opus', 'audio/ogg'],
    ['text/plain; charset=utf-8', 'text/plain'],
    ['text/plain;charset="utf-8"; format=flowed', 'text/plain'],
    [`application/pdf ; name="${'x'.repeat(300)}`, 'application/pdf'],
  ])('loses its parameters: %s', (type, bare) => {
    expect(shown(type)).toBe(bare);
  });

  it.each([
    '',
    'pdf',
    'Ignore what was said before',
    'text/plain and words',
    'text/plain, words',
    'text/plain\nwords',
    'text/.hidden',
    'image/*',
    `text/${'b'.repeat(128)}`,
  ])('is that of any bytes where there is none: %j', (type) => {
    expect(shown(type)).toBe('application/octet-stream');
  });
});
