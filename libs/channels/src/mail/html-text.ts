/** What stands in these is not read by people. */
const UNREAD = new Set(['style', 'script', 'head', 'title', 'template']);
const BREAKS = new Set([
  'br',
  'p',
  'div',
  'tr',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'table',
  'ul',
  'ol',
]);
const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const TAG = /<\/?([a-zA-Z][a-zA-Z0-9]{0,31})/y;

/** Characters of HTML that are read, as many as are stored. */
const MAX_HTML_LENGTH = 1_000_000;

/** Each costs a few microseconds, in which nothing else is done; what people write has far fewer. */
const MAX_TAGS = 50_000;

/**
 * The words of a mail that has no plain text, as far as they stand in its first million characters and among its first
 * 50,000 tags; where a mail has several such parts, each has its share of these. In one pass over the text, because a
 * stranger wrote it and means to make it slow; what it gives is text,
 * never markup to be shown.
 */
export function textOfHtml(whole: string, shares = 1): string {
  const html = whole.slice(0, MAX_HTML_LENGTH / shares);
  const mostTags = MAX_TAGS / shares;
  const parts: string[] = [];
  for (let at = 0, tags = 0; at < html.length && tags < mostTags; tags++) {
    const open = html.indexOf('<', at);
    if (open < 0) {
      parts.push(words(html.slice(at)));
      break;
    }
    if (open > at) parts.push(words(html.slice(at, open)));
    TAG.lastIndex = open;
    const [, name = ''] = TAG.exec(html) ?? [];
    const tag = name.toLowerCase();
    const isTag = tag !== '' || /[/!?]/.test(html[open + 1] ?? '');
    if (BREAKS.has(tag)) parts.push('\n');
    else if (!isTag) parts.push('<');
    at = isTag ? after(html, open, html[open + 1] === '/' ? '' : tag) : open + 1;
  }
  return tidy(parts.join(''));
}

/** Where to go on behind a tag, or behind an element that is not read. What never ends takes the rest with it. */
function after(html: string, open: number, tag: string): number {
  if (html.startsWith('<!--', open)) return behind(html, '-->', open);
  if (!UNREAD.has(tag)) return behind(html, '>', open);
  const end = html.slice(open).search(new RegExp(`</${tag}`, 'i'));
  return end < 0 ? html.length : behind(html, '>', open + end);
}

function behind(html: string, what: string, from: number): number {
  const found = html.indexOf(what, from);
  return found < 0 ? html.length : found + what.length;
}

function words(text: string): string {
  return text
    .replace(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{2,6});/g, (whole, name: string) => entity(name) ?? whole)
    .replace(/[ \t\r\n\u00a0]+/g, ' ');
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name];
  const code = name[1] === 'x' ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
