import { indexText, uniqueText } from './keys.js';
import { sampleContext } from './samples.js';
import { text } from './text.js';

const context = sampleContext('text');
const ROCKET = '\u{1f680}';

describe('text', () => {
  it('is kept as given', () => {
    expect(text.parse('  two\n\tlines ', context)).toBe('  two\n\tlines ');
  });

  it('counts characters, not code units', () => {
    expect(text.parse(ROCKET.repeat(100_000), context)).toHaveLength(200_000);
    expect(() => text.parse(ROCKET.repeat(100_001), context)).toThrow('at most 100000 characters');
  });

  it('is shown on one line of at most 255 characters', () => {
    expect(text.text(' two\n\tlines ', context)).toBe('two lines');
    expect(text.text('x'.repeat(300), context)).toHaveLength(255);
    expect(text.search && text.search('two\nlines', context)).toBe('two\nlines');
  });
});

describe('the keys of texts', () => {
  it('are lower-cased and never cut a surrogate pair in half', () => {
    expect(indexText('ÄRØ')).toBe('ärø');
    for (const lead of ['', 'x', 'xx']) {
      const key = indexText(lead + ROCKET.repeat(100));
      expect(key.isWellFormed()).toBe(true);
      expect([...key]).toHaveLength(64);
    }
    expect([...indexText('İ'.repeat(64))]).toHaveLength(64);
  });

  it('are hashed when they are long, so that two long texts still differ', () => {
    expect(uniqueText('x'.repeat(512))).toBe('x'.repeat(512));
    expect(uniqueText('x'.repeat(513))).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(uniqueText('x'.repeat(513))).not.toBe(uniqueText('x'.repeat(514)));
  });

  it('are the same for texts that differ in case alone', () => {
    expect(text.uniqueKey?.('STRASSE')).toBe(text.uniqueKey?.('strasse'));
  });
});
