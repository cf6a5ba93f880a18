import { isPlainHtml } from './plain-html.js';

describe('HTML that programs make of a text', () => {
  it.each([
    '',
    'Offer: 5 < 6',
    '<p>Offer: 100 EUR</p>',
    '<!DOCTYPE html><html><head><meta charset="utf-8"><style type="text/css" style="display:none"> P {margin:0} </style></head><body dir="ltr"><div class="elementToProof" style="font-family: Aptos">Offer<br></div></body></html>',
    '<html xmlns:o="urn:x"><head><!--[if gte mso 9]><xml><o:x/></xml><![endif]--></head><body lang=EN><div class=WordSection1><p class=MsoPlainText>Offer<o:p></o:p></p></div></body></html>',
    '<pre>Offer</pre><font size="2"><span style="font-size:10pt">x</span></font>',
    'See <a href="https://example.com/">https://example.com</a>, <a href="http://www.example.com">www.example.com</a>',
    "<a title='x' href='mailto:ada@example.com'><span>ada@example.com</span></a>",
    '<a href=https://example.com/?a=1&amp;b=2>https://example.com/?a=1&amp;b=2</a>',
    '<a name="top"></a>Offer',
    'İİİİ <style>p { color: black }</style><p>Offer</p>',
    '<p style="background-color: white; font-weight: 400">Offer</p>',
  ])('says nothing more: %s', (html) => {
    expect(isPlainHtml(html)).toBe(true);
  });

  it.each([
    '<p>Offer</p><img src="cid:shot@01">',
    '<p>Offer</p><IMG src=x>',
    '<p>Offer: <s>100 EUR</s></p>',
    '<p>Offer: <span style="text-decoration: line-through">100 EUR</span></p>',
    '<p><b>Offer</b></p>',
    '<table><tr><td>Offer</td></tr></table>',
    '<ul><li>Offer</li></ul>',
    '<iframe src="https://example.com"></iframe>',
    '<a href="https://example.org/pay">Offer</a>',
    '<a href="https://example.org/pay">https://example.com/pay</a>',
    '<a href="https://example.com"><a href="https://example.com">https://example.com</a></a>',
    '<a href="https://example.com">https://example.com',
    '<!-- never closed',
    '<body background="https://example.com/y.png">Offer</body>',
    '<p style="background-image: url(https://example.com/y.png)">Offer</p>',
    '<p>Offer: <span style="font-weight: bold">100 EUR</span></p>',
    '<p>Offer<span style="display:none">: 100 EUR</span></p>',
    '<style>.x { text-decoration: line-through }</style><p class="x">Offer</p>',
    '<style> never closed',
    '<p never closed',
  ])('says more: %s', (html) => {
    expect(isPlainHtml(html)).toBe(false);
  });

  it('is judged in one pass, however many tags are begun and never ended', () => {
    const hostile = [
      '<style',
      '<!--',
      '<!',
      '< ',
      '<p',
      '</',
      '<a href="x">',
      '<a>x</a>',
      '<br>',
      '<style>background:',
    ];
    for (const piece of hostile) expect(typeof isPlainHtml(piece.repeat(300_000))).toBe('boolean');
  });
});
