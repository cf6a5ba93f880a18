import type { ConnectionView } from '#crm-domain/people';

export interface ClientName {
  /** What the client calls itself. */
  name: string;
  /** As much of its id as tells it from others of that name; undefined where there are none. */
  hint: string | undefined;
  /** Both. */
  full: string;
}

const SHORT = 24;
const END = 13;

/**
 * What to call the clients of one person in one workspace, by the ids of their connections: no two are called the same.
 */
export function clientNames(connections: readonly ConnectionView[]): ReadonlyMap<string, ClientName> {
  const names = new Map<string, ClientName>();
  for (const [name, alike] of Map.groupBy(connections, nameOf)) {
    const byEnd = Map.groupBy(alike, endOf);
    for (const connection of alike) {
      const isEndEnough = byEnd.get(endOf(connection))!.length === 1;
      const hint = isEndEnough ? endOf(connection) : connection.client_id;
      const own = alike.length === 1 ? { hint: undefined, full: name } : { hint, full: `${name} ${hint}` };
      names.set(connection.connection_id, { name, ...own });
    }
  }
  return names;
}

export function nameOf({ client_name, service_name }: ConnectionView): string {
  return service_name ?? client_name ?? 'Unnamed client';
}

function endOf({ client_id }: ConnectionView): string {
  return client_id.length <= SHORT ? client_id : `…${client_id.slice(-END)}`;
}
