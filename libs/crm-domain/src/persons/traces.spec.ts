import { Redactor, widePatterns, type Traces } from './traces.js';

const EMAIL = 'zelda@quix.example';
const traces: Traces = {
  token: '0',
  addresses: [
    { kind: 'email', handle: EMAIL, written: [] },
    { kind: 'phone', handle: '4915155512345', written: [] },
  ],
  names: [{ first: 'Zelda "Zee"', last: 'Quixworth' }],
};
const STAND_IN = 'erased-0-1@erased.invalid';
const redacted = (text: string) => new Redactor(traces, true).text(text);

describe('the traces of a person in a text', () => {
  it.each([
    ['in a sentence', `Write to ${EMAIL}.`, `Write to ${STAND_IN}.`],
    ['in capitals', EMAIL.toUpperCase(), STAND_IN],
    ['as it is printed slanted in Markdown', `_${EMAIL}_`, `_${STAND_IN}_`],
    ['behind dots', `...${EMAIL}`, `...${STAND_IN}`],
    ['between letters of a script that writes no spaces', `请联系${EMAIL}谢谢`, `请联系${STAND_IN}谢谢`],
    ['in a link', `mailto%3Azelda%40quix.example%3F`, `mailto%3A${STAND_IN}%3F`],
    ['in HTML, with a number for a character', 'zelda&#x40;quix&#0046;example', STAND_IN],
    ['in HTML, with a name for a character', 'zelda&commat;quix&period;example', STAND_IN],
  ])('are found %s', (_where, text, expected) => {
    return expect(redacted(text)).resolves.toBe(expected);
  });

  it.each([
    `ba${EMAIL}`,
    `my_${EMAIL}`,
    `my.${EMAIL}`,
    `my--${EMAIL}`,
    `o'${EMAIL}`,
    `${EMAIL}.au`,
    `${EMAIL}s`,
    'zelda@quixxexample',
    '14915155512345',
    '49151555123456',
  ])('are not %s', (text) => {
    return expect(redacted(text)).resolves.toBe(text);
  });

  it.each([
    '+49 151 555-12345',
    '0049 (0) 151 55512345',
    '0151 55512345',
    '(0151) 555 12345',
    '+49\u00a0151\u00a0555\u201112345',
    '+49 151 555\u201312345',
    '+49 151\n555 12345',
    '+49&nbsp;151&#160;555&#8209;12345',
    '+49%20151%20555-12345',
    '+49&nbsp;&nbsp;151&nbsp;&ndash;&nbsp;555%C2%A0-%C2%A012345',
    '+49·151_555 12345',
    '0151\u2009555\u202f12345',
    '0151–55512345',
  ])('are the number %s', async (text) => {
    expect(await redacted(`Call ${text}!`)).toMatch(/^Call \(?\[erased\]!$/);
    expect(text).toMatch(new RegExp(widePatterns(traces).addresses, 'i'));
  });

  it.each(['zelda+x@quix.example', 'zelda%2Bx@quix.example', 'zelda%2bx%40quix.example', 'zelda&#43;x@quix.example'])(
    'are an address with a sign as %s',
    (text) => {
      const signed = {
        ...traces,
        addresses: [{ kind: 'email', handle: 'zelda+x@quix.example', written: [] } as const],
      };
      expect(text).toMatch(new RegExp(widePatterns(signed).addresses, 'i'));
      return expect(new Redactor(signed).text(`<${text}>`)).resolves.toBe(`<${STAND_IN}>`);
    },
  );

  it.each([
    ["Zelda O'Brien", 'Zelda O&#39;Brien'],
    ["Zelda O'Brien", 'Zelda O&apos;Brien'],
    ["Zelda O'Brien", 'Zelda O’Brien'],
    ["Zelda O'Brien", 'ZELDA O&#8217;BRIEN'],
    ['Zelda O’Brien', "Zelda O'Brien"],
    ['Jürgen Müller', 'J&uuml;rgen M&#252;ller'],
    ['Jürgen Müller', 'M&Uuml;ller, J&#xDC;RGEN'],
    ['Jürgen Müller', 'J%C3%BCrgen+M%c3%bcller'],
    ['Zelda Quixworth', 'Zelda&#160;Quixworth'],
    ['Zelda Quixworth', 'Zelda%20Quixworth'],
    ['Mary Ann Quixworth', 'Mary&nbsp;Ann Quixworth'],
    ['Smith & Wesson', 'Smith &amp; Wesson'],
  ])('are the name %s where a program writes %s', async (name, text) => {
    const [, first, last] = /^(.*) (\S+)$/.exec(name)!;
    const named = { ...traces, names: [{ first: first!, last: last! }] };
    expect(await new Redactor(named, true).text(`<p>Dear ${text}</p>`)).toBe('<p>Dear [erased]</p>');
    expect(text).toMatch(new RegExp(widePatterns(named).names!, 'i'));
  });

  it.each(['Müller&nbsp;Zoë', 'Zoë&nbsp; Müller', 'MÜLLER, ZOË', 'Zoë Müller'.normalize('NFD')])(
    'are the name %s, as mails hold it',
    async (text) => {
      const named = { ...traces, names: [{ first: 'Zoë', last: 'Müller' }] };
      expect(await new Redactor(named, true).text(`Dear ${text}!`)).toBe('Dear [erased]!');
      expect(text).toMatch(new RegExp(widePatterns(named).names!, 'i'));
    },
  );

  it('are names with quotes, in JSON and in a row that Postgres writes out as well', async () => {
    expect(await redacted('Zelda "Zee" Quixworth')).toBe('[erased]');
    const wide = new RegExp(widePatterns(traces).names!, 'i');
    for (const text of ['Zelda "Zee" Quixworth', 'Zelda ""Zee"" Quixworth', String.raw`Zelda \\""Zee\\"" Quixworth`])
      expect(text).toMatch(wide);
  });

  it.each([
    ['a name of commas', { names: [{ first: ',,', last: 'bb' }] }, ','.repeat(100_000)],
    ['a name of quotes', { names: [{ first: `a${'"'.repeat(12)}`, last: 'bb' }] }, `a${'"'.repeat(300)}`.repeat(300)],
    [
      'quotes and backslashes',
      { names: [{ first: `a${'"\\'.repeat(12)}`, last: 'bb' }] },
      `a${'\\'.repeat(300)}`.repeat(300),
    ],
    [
      'a number of zeros',
      { addresses: [{ kind: 'phone', handle: '490000000000001', written: [] } as const] },
      `49${'(0)'.repeat(40)} `.repeat(800),
    ],
  ])('are looked for once from each place where they are %s', async (_what, some, text) => {
    await expect(new Redactor({ ...traces, ...some }, true).text(text)).resolves.toBe(text);
  });

  it('leave others their turn while a large record is looked through', async () => {
    const addresses = Array.from({ length: 100 }, (_, n) => ({
      kind: 'email' as const,
      handle: `zelda@${n}.quix.example`,
      written: [],
    }));
    let isTurn = false;
    setImmediate(() => (isTurn = true));
    await new Redactor({ ...traces, addresses }).json(Array(20).fill('zelda@'.repeat(1500)));
    expect(isTurn).toBe(true);
  });
});
