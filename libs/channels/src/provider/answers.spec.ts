import type { Outcome } from '../contract/channel.js';
import { gmailOutcome } from '../gmail/gmail-answers.js';
import { instagramOutcome } from '../instagram/instagram-answers.js';
import { messengerOutcome } from '../messenger/messenger-answers.js';
import { outlookOutcome } from '../outlook/outlook-answers.js';
import type { Answered, ProviderAnswer } from './provider-call.js';
import { whatsappOutcome } from '../whatsapp/whatsapp-answers.js';
import { retryAfterHeader } from './answer-table.js';

type Said = [what: string, answer: ProviderAnswer, outcome: Partial<Outcome> | 'ambiguous'];

function answered(status: number, body?: unknown, headers: Answered['headers'] = {}): Answered {
  return { kind: 'answered', status, headers, body };
}

/** A success in JSON of which only the beginning came. */
function brokenOff(beginning: string): Answered {
  return {
    ...answered(200, undefined, { 'content-type': 'application/json; charset=UTF-8' }),
    broke_off: true,
    beginning,
  };
}

function google(status: number, reason: string, message = 'Some text.'): Answered {
  return answered(status, { error: { code: status, message, errors: [{ domain: 'global', reason }], status: 'WORD' } });
}

function graph(status: number, code: string, headers: Answered['headers'] = {}): Answered {
  return answered(status, { error: { code, message: 'Some text.', innerError: {} } }, headers);
}

function meta(code: number, subcode?: number, status = 400, headers: Answered['headers'] = {}): Answered {
  const error = { message: `(#${code}) Some text`, type: 'OAuthException', code, error_subcode: subcode };
  return answered(status, { error }, headers);
}

/** Refused, and the account goes on. */
const rejected = (code: string): Partial<Outcome> => ({ kind: 'rejected', code, account: undefined });
const reauth = (code: string): Partial<Outcome> => ({ kind: 'rejected', code, account: 'reauth_required' });
const slower = (throttles: 'message' | 'account', retry_after_seconds: number | null = null): Partial<Outcome> => ({
  kind: 'transient',
  throttles,
  retry_after_seconds,
});
const accepted = (ids: object): Partial<Outcome> => ({
  kind: 'accepted',
  provider_message_id: null,
  provider_thread_id: null,
  internet_message_id: null,
  ...ids,
});

/** What is said of an answer that is not the provider's: a proxy's page, half an answer, a redirect. */
const FOREIGN: Said[] = [
  ['a page of a proxy', answered(502, undefined), 'ambiguous'],
  ['a refusal that is not its own', answered(400, undefined), 'ambiguous'],
  ['a redirect', answered(302, undefined), 'ambiguous'],
  ['a success that is no JSON', answered(200, undefined), 'ambiguous'],
  ['no answer', { kind: 'unanswered', phase: 'maybe_written', code: 'ECONNRESET' }, 'ambiguous'],
  [
    'a connection that never stood',
    { kind: 'unanswered', phase: 'never_written', code: 'ECONNREFUSED' },
    { kind: 'transient', code: 'not_reached', throttles: 'message' },
  ],
];

/** A refusal that names the account only where Meta says so itself. */
/** What is no refusal by its status; above all a limit, after which it would be sent again. */
const CONTRADICTIONS: Said[] = [200, 202, 302].flatMap((status) =>
  [4, 100, 190, 551].map((code): Said => [
    `a ${status} with the error ${code}`,
    meta(code, undefined, status),
    'ambiguous',
  ]),
);

const FOREIGN_401: Said[] = [
  ['a 401 that is a page', answered(401, undefined), 'ambiguous'],
  ['a 401 in another form', answered(401, { error: 'unauthorized' }), 'ambiguous'],
  ['a 401 whose code is the status', answered(401, { error: { code: 401, message: 'Some text.' } }), 'ambiguous'],
  ['a session that ended', meta(102, undefined, 401), reauth('102')],
];

const SERVER_ERRORS = [500, 502, 503, 504];

const PROVIDERS: Record<string, { judge: (answer: ProviderAnswer) => Outcome; says: Said[] }> = {
  gmail: {
    judge: gmailOutcome,
    says: [
      [
        'success',
        answered(200, { id: '18e', threadId: '18c', labelIds: ['SENT'] }),
        accepted({ provider_message_id: '18e', provider_thread_id: '18c' }),
      ],
      ['a bad request', google(400, 'invalidArgument'), rejected('invalidArgument')],
      [
        'a mailbox without mail',
        google(400, 'failedPrecondition', 'Mail service not enabled'),
        rejected('failedPrecondition'),
      ],
      [
        'a refusal that comes and goes',
        google(400, 'failedPrecondition', 'Precondition check failed.'),
        { kind: 'ambiguous', code: 'failedPrecondition' },
      ],
      ['a token that ended', google(401, 'authError'), reauth('unauthorized')],
      ['a rate limit as 403', google(403, 'rateLimitExceeded'), slower('account')],
      ['a rate limit of the user as 403', google(403, 'userRateLimitExceeded'), slower('account')],
      ['the daily limit', google(403, 'dailyLimitExceeded'), slower('account', 3600)],
      ['a policy of the domain', google(403, 'domainPolicy'), rejected('domainPolicy')],
      ['too little consent', google(403, 'insufficientPermissions'), reauth('insufficientPermissions')],
      ['an interface that is off', google(403, 'accessNotConfigured'), rejected('accessNotConfigured')],
      ['a draft that is gone', google(404, 'notFound'), { kind: 'ambiguous', code: 'draft_gone' }],
      ['too many requests', google(429, 'userRateLimitExceeded'), slower('account')],
      ['too many requests, without a body', answered(429, undefined, { 'retry-after': '7' }), slower('account', 7)],
      ['a message that is too large', google(413, 'uploadTooLarge'), rejected('too_large')],
      ['a proxy that finds it too large', answered(413, undefined), { kind: 'ambiguous', code: 'http_413' }],
      ...SERVER_ERRORS.map((status): Said => [`${status}`, google(status, 'backendError'), 'ambiguous']),
    ],
  },
  outlook: {
    judge: outlookOutcome,
    says: [
      ['success', answered(202, undefined), accepted({})],
      ['wrong recipients', graph(400, 'ErrorInvalidRecipients'), rejected('ErrorInvalidRecipients')],
      ['an unreadable request', graph(400, 'RequestBodyRead'), rejected('RequestBodyRead')],
      ['a token that ended', graph(401, 'InvalidAuthenticationToken'), reauth('unauthorized')],
      ['no right to send', graph(403, 'ErrorSendAsDenied'), rejected('ErrorSendAsDenied')],
      ['a refusal for the moment', graph(403, 'ErrorMessageTransientError'), slower('message')],
      ['too many messages', graph(403, 'ErrorMessageThrottled', { 'retry-after': '9' }), slower('account', 9)],
      ['too many recipients in a day', graph(403, 'ErrorSubmissionQuotaExceeded'), slower('account')],
      ['a message that is too large', graph(403, 'ErrorMessageSizeExceeded'), rejected('ErrorMessageSizeExceeded')],
      ['a proxy that finds it too large', answered(413, undefined), { kind: 'ambiguous', code: 'http_413' }],
      ['a draft that is gone', graph(404, 'ErrorItemNotFound'), { kind: 'ambiguous', code: 'draft_gone' }],
      ['a mailbox on the move', graph(404, 'ErrorNonExistentMailbox'), slower('message')],
      ['too many requests', graph(429, 'ApplicationThrottled', { 'retry-after': '12' }), slower('account', 12)],
      ...[200, 202, 302].map((status): Said => [
        `a refusal in a ${status}`,
        graph(status, 'ErrorInvalidRecipients'),
        'ambiguous',
      ]),
      ['a missing mailbox of a failure', graph(503, 'ErrorNonExistentMailbox'), 'ambiguous'],
      [
        'an overload that says when to come back',
        graph(503, 'ErrorServerBusy', { 'retry-after': '3' }),
        { kind: 'ambiguous', retry_after_seconds: 3 },
      ],
      ...SERVER_ERRORS.map((status): Said => [`${status}`, graph(status, 'UnknownError'), 'ambiguous']),
    ],
  },
  whatsapp: {
    judge: whatsappOutcome,
    says: [
      ['success', answered(200, { messages: [{ id: 'wamid.1' }] }), accepted({ provider_message_id: 'wamid.1' })],
      [
        'success with a person of another number',
        answered(200, {
          contacts: [{ input: '5511987654321', wa_id: '551187654321' }],
          messages: [{ id: 'wamid.1' }],
        }),
        accepted({ provider_message_id: 'wamid.1', provider_thread_id: '551187654321' }),
      ],
      ...[null, 'none', [null], [{ wa_id: '55\0' }], [{ input: 'US.1A', user_id: 'US.1A' }]].map((contacts): Said => [
        `success with people that are ${JSON.stringify(contacts)}`,
        answered(200, { contacts, messages: [{ id: 'wamid.1' }] }),
        accepted({ provider_message_id: 'wamid.1' }),
      ]),
      ...[
        131047, 131026, 131051, 131008, 131009, 100, 131021, 131042, 131045, 131031, 368, 130472, 131049, 130497,
        132001, 132015,
      ].map((code): Said => [`refusal ${code}`, meta(code), rejected(String(code))]),
      ...[0, 190, 3, 10, 200, 299, 131005].map((code): Said => [
        `trouble with the token, ${code}`,
        meta(code, undefined, 401),
        reauth(String(code)),
      ]),
      ['a number that was deleted', meta(33), { kind: 'rejected', account: 'disconnected' }],
      ['too many requests, without a code', answered(429, undefined), slower('account')],
      ...[4, 80007, 130429, 131048, 133016].map((code): Said => [`limit ${code}`, meta(code), slower('account')]),
      ['the limit per person', meta(131056), slower('message')],
      [
        'a limit that says how long',
        meta(80007, undefined, 400, {
          'x-business-use-case-usage': '{"1":[{"type":"whatsapp","estimated_time_to_regain_access":2}]}',
        }),
        slower('account', 120),
      ],
      ...[1, 2, 131000, 131016, 131057].map((code): Said => [
        `failure ${code}`,
        meta(code, undefined, 500),
        'ambiguous',
      ]),
      ...[4, 100, 131047].map((code): Said => [`code ${code} of a failure`, meta(code, undefined, 500), 'ambiguous']),
      ['a code nobody knows', meta(999_999), 'ambiguous'],
      ['success that says nothing', answered(200, {}), 'ambiguous'],
      ['success that names its product alone', answered(200, { messaging_product: 'whatsapp' }), 'ambiguous'],
      ['success of somebody else', answered(200, { status: 'ok' }), 'ambiguous'],
      ['success without an id', answered(200, { messages: [] }), 'ambiguous'],
      ['success with messages that are none', answered(200, { messages: [null] }), 'ambiguous'],
      ['success with an id that is none', answered(200, { messages: [{ id: 'wamid\0' }] }), accepted({})],
      ['success whose body broke off', brokenOff('{"messaging_product":"whatsapp","contacts":[{"inp'), accepted({})],
      ['error whose body broke off', brokenOff('{"error":{"message":"(#131026) Message undeliv'), 'ambiguous'],
      ['success of which nothing came', brokenOff(''), 'ambiguous'],
      ['success of which too little came', brokenOff('{"mess'), 'ambiguous'],
      [
        'a page that broke off',
        { ...brokenOff('{"messages":['), headers: { 'content-type': 'text/html' } },
        'ambiguous',
      ],
      ['success that names an error', answered(200, { error: {} }), 'ambiguous'],
      ['failure whose body broke off', { ...answered(500), broke_off: true }, 'ambiguous'],
      ['a success that is a list', answered(200, []), 'ambiguous'],
      ...FOREIGN_401,
      ...CONTRADICTIONS,
    ],
  },
  facebook: {
    judge: messengerOutcome,
    says: [
      ['success', answered(200, { recipient_id: '1', message_id: 'm_1' }), accepted({ provider_message_id: 'm_1' })],
      ['outside the window', meta(10, 2018278), rejected('10/2018278')],
      ['nobody of that id', meta(100, 2018001), rejected('100/2018001')],
      ['a person who does not receive', meta(551, 1545041), rejected('551/1545041')],
      ['a restricted page', meta(10, 1893063), rejected('10/1893063')],
      ['a missing permission', meta(200), rejected('200')],
      ['a refusal that is not known yet', meta(10, 2018999), rejected('10/2018999')],
      ['a token that ended', meta(190, 463, 401), reauth('190/463')],
      ['a page or a message out of reach', meta(100, 33), rejected('100/33')],
      ['a violated policy', meta(368), rejected('368')],
      ...[4, 613, 32, 80006].map((code): Said => [`limit ${code}`, meta(code), slower('account')]),
      ['an error although all was sent', meta(1, 1357046, 500), 'ambiguous'],
      ['a limit of a failure', meta(613, undefined, 503), 'ambiguous'],
      ['try again, or the person blocked us', meta(2), 'ambiguous'],
      ['a temporary failure', meta(1200), 'ambiguous'],
      ['a code nobody knows', meta(77_777), 'ambiguous'],
      ...FOREIGN_401,
      ...CONTRADICTIONS,
    ],
  },
  instagram: {
    judge: instagramOutcome,
    says: [
      ['success', answered(200, { recipient_id: '1', message_id: 'aWd' }), accepted({ provider_message_id: 'aWd' })],
      ['outside the window', meta(10, 2534022), rejected('10/2534022')],
      ['nobody of that id', meta(100, 2534014), rejected('100/2534014')],
      ['a person who does not receive', meta(551), rejected('551')],
      ['a token that ended', meta(190), reauth('190')],
      ...[4, 613, 80002].map((code): Said => [`limit ${code}`, meta(code), slower('account')]),
      ['a temporary failure', meta(2), 'ambiguous'],
      ...FOREIGN_401,
      ...CONTRADICTIONS,
    ],
  },
};

describe.each(['gmail', 'facebook', 'instagram'] as const)('%s, where sent messages can be looked up,', (name) => {
  it.each([
    ['says nothing', answered(200, {})],
    ['broke off', { ...answered(200), broke_off: true as const }],
  ])('is asked for the id when a success %s', (_what, answer) => {
    expect(PROVIDERS[name]!.judge(answer)).toMatchObject({ kind: 'ambiguous', http_status: 200 });
  });
});

describe.each(Object.entries(PROVIDERS))('the verdict over answers of %s', (_name, { judge, says }) => {
  it.each([...says, ...FOREIGN])('%s', (_what, answer, outcome) => {
    const expected = outcome === 'ambiguous' ? { kind: 'ambiguous' } : outcome;
    expect({ account: undefined, ...judge(answer) }).toMatchObject(expected);
  });

  it.each([...says, ...FOREIGN])(
    '%s: is told in a sentence and a short code, without the text of the provider',
    (_what, answer) => {
      const outcome = judge(answer);
      if (outcome.kind === 'accepted') return;
      expect(outcome.code).toMatch(/^[\w./-]{1,64}$/);
      expect(outcome.detail).toMatch(/^[A-Z].{10,140}\.$/);
      expect(JSON.stringify(outcome)).not.toContain('Some text');
    },
  );
});

describe('limits', () => {
  it('hold until the moment that Gmail names in its text', () => {
    const until = new Date(Date.now() + 600_000).toISOString();
    const outcome = gmailOutcome(
      google(429, 'userRateLimitExceeded', `User-rate limit exceeded. Retry after ${until}`),
    );
    expect(outcome).toMatchObject({ kind: 'transient', retry_after_seconds: expect.any(Number) });
    const { retry_after_seconds } = outcome as { retry_after_seconds: number };
    expect(retry_after_seconds).toBeGreaterThan(590);
    expect(retry_after_seconds).toBeLessThanOrEqual(600);
  });

  it('are read as seconds or as a date, and as nothing when they are neither', () => {
    const now = Date.parse('2026-03-01T10:00:00Z');
    const after = (text: string) => retryAfterHeader(answered(429, undefined, { 'retry-after': text }), now);
    expect(after('30')).toBe(30);
    expect(after('Sun, 01 Mar 2026 10:01:00 GMT')).toBe(60);
    expect(after('Sun, 01 Mar 2026 09:00:00 GMT')).toBe(0);
    expect(after('Sunday, 01-Mar-26 10:01:00 GMT')).toBe(60);
    expect(after('soon')).toBeNull();
    expect(after('1.5')).toBeNull();
    expect(after('-5')).toBeNull();
    expect(after('')).toBeNull();
  });

  it.each([['9'.repeat(40)], ['99999999'], ['Fri, 31 Dec 9999 23:59:59 GMT']])(
    'are believed up to a day: %s',
    (text) => {
      const outcome = outlookOutcome(graph(429, 'ApplicationThrottled', { 'retry-after': text }));
      expect(outcome).toMatchObject({ kind: 'transient', retry_after_seconds: 86_400 });
    },
  );

  it('are not what Gmail names in its text when that is no moment', () => {
    const outcome = gmailOutcome(google(429, 'userRateLimitExceeded', 'Retry after 2026-99-99T10:00:00Z'));
    expect(outcome).toMatchObject({ kind: 'transient', retry_after_seconds: null });
  });
});
