import { textOfHtml } from './html-text.js';

/** What programs write around a text that has no more than its words. */
const PLAIN = new Set(['html', 'head', 'meta', 'title', 'body', 'div', 'p', 'br', 'span', 'pre', 'font', 'o:p']);
const TAG = /<(\/?)([a-zA-Z][\w:-]*)([^>]*)>|<[!?][^>]*>/y;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;
const STYLE = /<style\b/iy;
const STYLE_END = /<\/style/gi;
/** What a style may do to words beside their fonts, sizes and colours, or add to them. */
const SAYS_MORE =
  /line-through|font-weight\s*:\s*(?:bold|[6-9]00)|background(?:-image)?\s*[:=][^;>]{0,200}(?:url|https?:)|display\s*:\s*none|visibility\s*:\s*hidden/i;

/**
 * Whether HTML says nothing beyond the words of its text: it has no picture, list or form, nothing is struck out or
 * emphasised, and each link leads to the address that is its text. In one pass.
 */
export function isPlainHtml(html: string): boolean {
  let link: { target: string; from: number } | undefined;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at);
      if (end < 0) return false;
      at = end;
      continue;
    }
    STYLE.lastIndex = at;
    if (STYLE.test(html)) {
      STYLE_END.lastIndex = at;
      const end = STYLE_END.exec(html)?.index;
      if (end === undefined || SAYS_MORE.test(html.slice(html.indexOf('>', at), end))) return false;
      at = end + 1;
      continue;
    }
    TAG.lastIndex = at;
    const found = TAG.exec(html);
    if (!found) {
      if (/[a-zA-Z/!?]/.test(html[at + 1] ?? '')) return false;
      at += 1;
      continue;
    }
    const [tag, slash, name = '', attributes = ''] = found;
    if (SAYS_MORE.test(tag)) return false;
    if (name.toLowerCase() === 'a') {
      if (slash ? !link || !leadsTo(link.target, textOfHtml(html.slice(link.from, at))) : link) return false;
      const [, ...targets] = HREF.exec(attributes) ?? [];
      link = slash ? undefined : { target: targets.find((each) => each !== undefined) ?? '', from: at + tag.length };
    } else if (name && !PLAIN.has(name.toLowerCase())) return false;
    at += tag.length;
  }
  return !link;
}

/** As programs make a link of an address in a text. */
function leadsTo(target: string, text: string): boolean {
  const bare = (address: string) =>
    textOfHtml(address)
      .replace(/^(https?:\/\/|mailto:|tel:)/i, '')
      .replace(/\/$/, '');
  return target === '' || bare(target) === bare(text);
}
