import { textOfHtml } from './html-text.js';

/** What programs write around a text that has no more than its words. */
const PLAIN = new Set(['html', 'head', 'meta', 'title', 'body', 'div', 'p', 'br', 'span', 'pre', 'font', 'o:p']);
const TAG = /<(\/?)([a-zA-Z][\w:-]*)([^>]*)>|<[!?][^>]*>/y;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;
const STRUCK_OUT = /line-through/i;

/**
 * Whether HTML says nothing beyond the words of its text: it has no picture, list or form, nothing is struck out or
 * emphasised, and each link leads to the address that is its text. In one pass.
 */
export function isPlainHtml(html: string): boolean {
  const small = html.toLowerCase();
  let link: { target: string; from: number } | undefined;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const hidden = html.startsWith('<!--', at) ? '-->' : small.startsWith('<style', at) ? '</style' : undefined;
    if (hidden) {
      const end = small.indexOf(hidden, at);
      if (end < 0) return false;
      at = end + hidden.length;
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
    if (STRUCK_OUT.test(tag)) return false;
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
