import sanitizeHtml from 'sanitize-html';

/** Characters of formatted text that are shown; what is longer is shown as text. */
const MAX_LENGTH = 300_000;
/** Tags, and how deep they stand in each other: what people write has far fewer, and each costs time. */
const MAX_TAGS = 8000;
const MAX_DEPTH = 400;
/** Of what is shown: a browser lays out each level anew. */
const MAX_SHOWN_DEPTH = 100;

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

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
  if (html.length > MAX_LENGTH || !isShallow(html)) return undefined;
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

const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;

/**
 * One pass over the tags: a parser takes the square of its depth for a document. A tag that ends another one is not
 * known here, so that this finds no less than the depth there is.
 */
function isShallow(html: string): boolean {
  const open = new Map<string, number>();
  let [depth, tags] = [0, 0];
  for (const [, end, given] of html.matchAll(TAG)) {
    if (++tags > MAX_TAGS) return false;
    const name = given!.toLowerCase();
    if (VOID.has(name)) continue;
    const count = open.get(name) ?? 0;
    const step = end ? (count > 0 ? -1 : 0) : 1;
    open.set(name, count + step);
    depth += step;
    if (depth > MAX_DEPTH) return false;
  }
  return true;
}
