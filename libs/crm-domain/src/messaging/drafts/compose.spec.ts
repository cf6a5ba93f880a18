import { CHANNELS } from '../channel-name.js';
import { answering, validateDraft, missingForSend, replySubject } from './compose.js';

it('keeps a text of exactly the length that a channel takes, and refuses one more character', () => {
  const longest = { gmail: 100_000, outlook: 100_000, whatsapp: 4096, facebook: 2000, instagram: 1000 };
  for (const channel of CHANNELS) {
    const of = (length: number) => validateDraft({ channel, body: 'x'.repeat(length) }).body.length;
    expect(of(longest[channel])).toBe(longest[channel]);
    expect(() => of(longest[channel] + 1)).toThrow(/^body: The body must be at most/);
  }
});

it('names everybody once, where they were named first', () => {
  const to = ['b@example.com', 'A@example.com', 'a@example.com '];
  const { recipients } = validateDraft({ channel: 'gmail', to, cc: ['B@example.com', 'c@example.com'] });
  expect(recipients.map(({ role, address }) => [role, address])).toEqual([
    ['to', 'b@example.com'],
    ['to', 'A@example.com'],
    ['cc', 'c@example.com'],
  ]);
});

it('tells all that is wrong at once', () => {
  const issues = [{ path: 'to[0]' }, { path: 'cc[0]' }, { path: 'body' }, { path: 'cc' }, { path: 'subject' }];
  const wrong = { to: ['x'], cc: ['y'], body: 'z'.repeat(5000), subject: 's' };
  expect(() => validateDraft({ channel: 'whatsapp', ...wrong })).toThrow(
    expect.objectContaining({ kind: 'validation', issues: issues.map(expect.objectContaining) }),
  );
});

it('writes to nobody under the pseudonym of an erased person', () => {
  const erased = { gmail: 'erased-94b65ada-1@erased.invalid', instagram: 'erased-94b65ada-2' } as const;
  for (const channel of ['gmail', 'instagram'] as const) {
    const from_handle = erased[channel];
    const issue = { path: 'to[0]', message: expect.stringMatching(/whose data was erased/) };
    expect(() => validateDraft({ channel, to: [` ${from_handle.toUpperCase()}`], body: 'x' })).toThrow(
      expect.objectContaining({ kind: 'validation', issues: [expect.objectContaining(issue)] }),
    );
    const answered = { direction: 'inbound', from_handle, reply_handles: null, recipients: [] } as const;
    const answer = validateDraft(answering({ channel, body: 'x' }, { ...answered, recipients: [] }));
    expect(missingForSend(answer)[0]).toMatchObject({ path: 'to' });
  }
});

it.each([
  '=?utf-8?q?ada?=@example.com',
  '=?UTF-8?B?YWRh?=@example.com',
  'x=?utf-8?q?=40evil.example=3e?=y@example.com',
])('refuses the encoded word %s as the address of a recipient', (address) => {
  for (const channel of ['gmail', 'outlook'] as const)
    expect(() => validateDraft({ channel, to: ['a=b?c@example.com'], cc: [address] })).toThrow(
      expect.objectContaining({ kind: 'validation', issues: [expect.objectContaining({ path: 'cc[0]' })] }),
    );
});

it.each([
  ['a NUL', '12\u00003'],
  ['a mark of direction', '12\u202e3'],
  ['a character of no width', '12\u200b3'],
  ['half a character', '12\ud8003'],
  ['a space', '12 3'],
  ['a line break', '12\n3'],
])('refuses the id of a person with %s in it', (_what, id) => {
  for (const channel of ['facebook', 'instagram'] as const)
    expect(() => validateDraft({ channel, to: [id], body: 'x' })).toThrow(
      expect.objectContaining({ kind: 'validation', issues: [expect.objectContaining({ path: 'to[0]' })] }),
    );
});

it.each([
  ['+44 (0)20 7946 0958', '442079460958'],
  ['+49 (0)30 123456', '4930123456'],
  ['+1 415-555-0100', '14155550100'],
  ['+39 06 1234567', '39061234567'],
  ['+5215512345678', '5215512345678'],
  ['US.13491208655302741918', 'US.13491208655302741918'],
])('writes on WhatsApp for %s to %s', (given, handle) => {
  expect(validateDraft({ channel: 'whatsapp', to: [given] }).recipients).toMatchObject([{ handle, address: given }]);
});

it('wants of a reply no subject, and of a text none ever', () => {
  const mail = validateDraft({ channel: 'outlook', to: ['a@example.com'], body: 'x' });
  expect(missingForSend(mail).map(({ path }) => path)).toEqual(['subject']);
  expect(missingForSend({ ...mail, reply_to: 'some message', parent_subject: 'Plans' })).toEqual([]);
  expect(missingForSend({ ...mail, reply_to: 'some message', parent_subject: '[erased]' })).toMatchObject([
    { path: 'subject', message: 'is empty; a reply to a message that was erased needs a subject.' },
  ]);
  expect(missingForSend(validateDraft({ channel: 'facebook', to: ['123'], body: 'x' }))).toEqual([]);
});

it('answers a subject with itself after one Re:, and never with more than a subject may hold', () => {
  expect(replySubject('Plans')).toBe('Re: Plans');
  expect(replySubject('re : Plans')).toBe('re : Plans');
  expect(replySubject('x'.repeat(400))).toHaveLength(255);
  expect(replySubject(null)).toBeNull();
});
