import { textOfHtml } from './html-text.js';

describe('the text of an HTML mail', () => {
  it.each([
    ['<p>Hello <b>Ada</b></p><p>Bye</p>', 'Hello Ada\n\nBye'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['<ul><li>first</li><li>second</li></ul>', 'first\n\nsecond'],
    ['  a\n  b\t c&nbsp;d ', 'a b c d'],
    ['5 &lt; 6 &amp;&amp; 7 &gt; 6 &#8364; &#x20AC; &unknown; &#0;', '5 < 6 && 7 > 6 € € &unknown; &#0;'],
    ['<head><title>no</title></head><STYLE>p{}</STYLE><script>alert("<p>")</script>yes', 'yes'],
    ['<!-- <p>hidden</p> -->shown', 'shown'],
    ['5 < 6 and 3 <4', '5 < 6 and 3 <4'],
    ['<a href="https://example.com">link</a', 'link'],
    ['<style>never closed', ''],
    ['', ''],
  ])('%j is %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  it('is that of its first million characters', () => {
    expect(textOfHtml('a'.repeat(3_000_000))).toHaveLength(1_000_000);
  });

  it('is that of its first 50,000 tags, so that a mail of nothing but tags takes no longer than others', () => {
    const xs = (html: string) => textOfHtml(html).split('x').length - 1;
    expect(xs('<p>x\n'.repeat(49_000))).toBe(49_000);
    for (const piece of ['<p>x\n', '<x', '< x', '<!---->x', '<style></style>x', '</p>x'])
      expect(xs(piece.repeat(200_000))).toBeLessThan(50_000);
    expect(textOfHtml('<'.repeat(1_000_000))).toHaveLength(50_000);
  });

  it('is found in one pass, however many elements are begun and never ended', () => {
    const hostile = ['<style', '<style>x</style', '<!--', '<!', '< ', '&#x', '<p', '</'];
    for (const piece of hostile) expect(textOfHtml(piece.repeat(300_000)).length).toBeLessThan(2_000_000);
  });
});
