import { z } from 'zod';
import { listOf, optionalText as optional, part } from '../contract/inbound-event-fields.js';

/** Characters of what no reader knows. */
const MAX_UNKNOWN = 4000;

const amount = z.union([z.number(), z.string()]).nullish().catch(null);

const place = z.looseObject({ name: optional, address: optional, latitude: amount, longitude: amount });
const card = z.looseObject({
  name: part(z.looseObject({ formatted_name: optional })),
  org: part(z.looseObject({ company: optional })),
  phones: part(listOf(z.looseObject({ phone: optional }))),
  emails: part(listOf(z.looseObject({ email: optional }))),
});
const form = z.looseObject({ nfm_reply: z.looseObject({ body: optional, response_json: optional }) });
const order = z.looseObject({
  text: optional,
  product_items: part(
    listOf(z.looseObject({ product_retailer_id: optional, quantity: amount, item_price: amount, currency: optional })),
  ),
});

type Line = string | number | null | undefined;
const joined = (parts: readonly Line[], by: string) => parts.filter((each) => (each ?? '') !== '').join(by);

/** What a person sent that has no text of its own, as lines of text: WhatsApp keeps nothing that could be read later. */
const READERS: Record<string, (content: unknown) => Line[]> = {
  location: (content) => {
    const { name, address, latitude, longitude } = place.parse(content);
    return [name, address, joined([latitude, longitude], ', ')];
  },
  contacts: (content) =>
    listOf(card)
      .parse(content)
      .map(({ name, org, phones = [], emails = [] }) => {
        const addresses = [...phones.map(({ phone }) => phone), ...emails.map(({ email }) => email)];
        return joined([name?.formatted_name, org?.company, ...addresses], ', ');
      }),
  interactive: (content) => {
    const { body, response_json } = form.parse(content).nfm_reply;
    return [body, response_json];
  },
  order: (content) => {
    const { text, product_items = [] } = order.parse(content);
    const items = product_items.map(({ product_retailer_id: id, quantity, item_price, currency }) =>
      joined([joined([quantity, id], ' x '), joined([item_price, currency], ' ')], ', '),
    );
    return [text, ...items];
  },
};

/** The content of a message of this type in words; of one that is not known, as WhatsApp sent it. Never empty. */
export function contentOf(type: string, content: unknown): string {
  const known = linesOf(type, content);
  if (known) return known;
  const isKept = typeof content === 'object' && content !== null && Object.keys(content).length > 0;
  return isKept ? `[${type}] ${JSON.stringify(content).slice(0, MAX_UNKNOWN)}` : `[${type}]`;
}

function linesOf(type: string, content: unknown): string | undefined {
  try {
    return Object.hasOwn(READERS, type) ? joined(READERS[type]!(content), '\n') : undefined;
  } catch (error) {
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}
