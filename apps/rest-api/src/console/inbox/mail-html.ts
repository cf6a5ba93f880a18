import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';

/** Characters of formatted text that are shown; what is longer is shown as text. */
const MAX_LENGTH = 300_000;
/**
 * Tags, attributes and pieces of text, and how deep they stand in each other: what people write has far fewer, and each
 * costs time, a deep one more.
 */
const MAX_PARTS = 40_000;
const DEPTH_OF_ONE = 50;
const MAX_DEPTH = 400;
/** Each is decoded. */
const MAX_ENTITIES = 20_000;
/** Of what is shown: a browser lays out each level anew. */
const MAX_SHOWN_DEPTH = 100;

const PRESENTATION = [
  ...['style', 'align', 'valign', 'width', 'height', 'bgcolor', 'color', 'dir', 'lang'],
  ...['border', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'size', 'face'],
];

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'center', 'font'],
  allowedAttributes: { '*': PRESENTATION, a: ['href', 'title'], img: ['src', 'alt', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'data'] },
  allowProtocolRelative: false,
  nestingLimit: MAX_SHOWN_DEPTH,
  // What is within a frame would be read again, after its parts were counted as one.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'iframe'],
  // What a style may do ends at the frame, and what it may load is said by the policy of the frame.
  parseStyleAttributes: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }) },
};
OPTIONS.allowedAttributes = { ...OPTIONS.allowedAttributes, a: ['href', 'title', 'target', 'rel'] } as never;

/**
 * A mail as a document for a frame that runs and loads nothing: tags that only show text, and links that open elsewhere.
 * Undefined where the mail is too large or too deep to be judged in a moment.
 *
 * @param html as its sender wrote it
 */
export function mailDocument(html: string): string | undefined {
  if (html.length > MAX_LENGTH || !isSimple(html)) return undefined;
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light">
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body>${sanitizeHtml(html, OPTIONS)}</body></html>`;
}

/**
 * Headers of such a document. Whatever the cleaning lets through, the browser runs no script, sends no form, opens no
 * frame and loads nothing but, where the reader asks for them, images.
 */
export function mailPolicy(withImages: boolean): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${withImages ? ' https:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}

const STYLE = `body { margin: .75rem; background: #fff; color: #1b1f27; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
img { max-width: 100%; height: auto; } table { max-width: 100%; } pre { white-space: pre-wrap; }
blockquote { margin: .5rem 0; padding-left: .75rem; border-left: 3px solid #dcdfe5; }`;

class TooMuch extends Error {}

/** Whether a mail has few enough parts, found by the parser that cleans it; it stops at the first too many. */
function isSimple(html: string): boolean {
  let entities = 0;
  for (let at = html.indexOf('&'); at >= 0; at = html.indexOf('&', at + 1)) if (++entities > MAX_ENTITIES) return false;
  let [left, depth] = [MAX_PARTS, 0];
  const count = () => {
    left -= 1 + depth / DEPTH_OF_ONE;
    if (left < 0 || depth > MAX_DEPTH) throw new TooMuch();
  };
  const parser = new Parser({
    onopentagname: () => (depth++, count()),
    onclosetag: () => (depth--, count()),
    onattribute(_name, value) {
      // The cleaning takes them out one by one, and copies the whole value each time.
      if (value.includes('<!--')) throw new TooMuch();
      count();
    },
    ontext: count,
    oncomment: count,
    onprocessinginstruction: count,
  });
  try {
    parser.end(html);
    return true;
  } catch (error) {
    if (error instanceof TooMuch) return false;
    throw error;
  }
}
