import { sampleContext } from './samples.js';
import { website } from './website.js';

const context = sampleContext('website');
const parse = (input: unknown) => website.parse(input, context);

describe('a website', () => {
  it.each([
    ['example.com', 'https://example.com', 'example.com', 'example.com'],
    ['https://www.example.com/', 'https://www.example.com', 'example.com', 'example.com'],
    ['//example.com', 'https://example.com', 'example.com', 'example.com'],
    [
      'http://Shop.Example.CO.UK/A/?q=1#top',
      'http://shop.example.co.uk/A/?q=1#top',
      'shop.example.co.uk',
      'example.co.uk',
    ],
    ['example.com:8080', 'https://example.com:8080', 'example.com', 'example.com'],
    ['example.com./?#', 'https://example.com', 'example.com', 'example.com'],
    ['foo.github.io', 'https://foo.github.io', 'foo.github.io', 'github.io'],
    ['https://bücher.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['www.com', 'https://www.com', 'www.com', 'www.com'],
  ])('%s is %s of %s under %s', (given, value, domain, root_domain) => {
    expect(parse(given)).toEqual({ value, domain, root_domain });
    expect(parse(value)).toEqual({ value, domain, root_domain });
  });

  it.each([
    'localhost:3000',
    'app.localhost',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'intranet',
    'com',
    'example.com..',
    'github.io.localhost',
  ])('refuses %s, which is no public domain', (given) => {
    expect(() => parse(given)).toThrow('is not a public domain; expected a web address such as https://example.com.');
  });

  it('refuses an address that grows beyond 2048 characters once it is encoded', () => {
    expect(() => parse(`example.com/${'ü'.repeat(1000)}`)).toThrow('longer than 2048 characters');
  });

  it('has one unique key whatever its scheme, www, last slash and fragment', () => {
    const key = (given: string) => website.uniqueKey?.(parse(given));
    const same = ['example.com/a', 'http://example.com/a/', 'https://www.EXAMPLE.com/a#b'].map(key);
    expect(new Set(same)).toEqual(new Set(['example.com/a']));
    expect(key('example.com/a?page=2')).not.toBe(key('example.com/a'));
    expect(key('example.com')).toBe('example.com');
  });
});
