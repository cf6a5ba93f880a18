import { DATE_ORDERS, MAX_COLUMNS, type Chosen } from '#crm-domain/writes';

/** Characters of what one field of the form may hold: two slugs and what stands between them. */
const MAX_CHOICE = 200;

/** What the form for the columns of a file was sent with. */
export function chosenIn(body: Record<string, string | undefined>): Chosen {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name].slice(0, MAX_CHOICE) : '');
  const { decimal } = body;
  return {
    match: text('match'),
    targets: Array.from({ length: MAX_COLUMNS }, (_, at) => text(`to-${at}`)),
    date_order: DATE_ORDERS.find((order) => order === body.dates),
    decimal: decimal === '.' || decimal === ',' ? decimal : undefined,
    create: body.create === 'on',
  };
}
