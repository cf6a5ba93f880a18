import { arrayLiteral, type Session, type Statement } from '../product.js';

/** A statement as the product sends it. */
export interface Sent {
  statement: Statement;
  values: unknown[];
}

/** What the product would send to the database for one call of a store, which gets an empty row as its answer. */
export async function capture(call: (session: Session) => Promise<unknown>): Promise<Sent> {
  let sent: Sent | undefined;
  const session: Session = {
    query: async <Row>(statement: Statement, values: unknown[]) => {
      sent = { statement, values };
      return [{}] as Row[];
    },
  };
  await call(session);
  return sent!;
}

/** Stands for an argument that is another one with each call: the id of the event, the slot of the counter. */
export const FRESH_ID = 'fresh id';
export const FRESH_NUMBER = 'fresh number';

/** The same call twice, with what differs between the two replaced by what it is. */
export async function captureTwice(call: (session: Session) => Promise<unknown>): Promise<Sent> {
  const [first, second] = [await capture(call), await capture(call)];
  const values = first.values.map((value, at) => {
    if (JSON.stringify(value) === JSON.stringify(second.values[at])) return value;
    return typeof value === 'number' ? FRESH_NUMBER : FRESH_ID;
  });
  return { statement: first.statement, values };
}

/**
 * Finds out in which order the product passes its arguments, given the same ones made by the floor's own short code.
 * So the floor runs the very statement of the product, text made once; and it is proved that it passes the same values.
 * Arrays it passes as they are: to write them out is the driver's work.
 */
export function learnOrder(sent: Sent, sample: Record<string, unknown>): (args: Record<string, unknown>) => unknown[] {
  const known = Object.entries(sample).map(([name, value]) => {
    return [name, JSON.stringify(Array.isArray(value) ? arrayLiteral(value) : value)] as const;
  });
  const names = sent.values.map((value, at) => {
    const text = JSON.stringify(value);
    const name = known.find(([, sample]) => sample === text)?.[0];
    if (!name) throw new Error(`${sent.statement.name}: the floor does not know what goes into $${at + 1}: ${text}`);
    return name;
  });
  return (args) => names.map((name) => args[name]);
}
