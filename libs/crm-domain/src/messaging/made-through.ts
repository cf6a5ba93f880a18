import type { Actor, Provenance } from '../actor.js';

/** Through what somebody works on a draft: kept with it, so that its owner sees who drafted it. */
export function madeThrough({ via, connection_id, client_name }: Actor): Provenance {
  return {
    ...via,
    ...(connection_id && { connection_id }),
    ...(client_name && { client_name: via.client_name ?? client_name }),
  };
}

/** The same as readers see it. What a client calls itself is not verified. */
export interface ViaWire {
  origin: Provenance['origin'];
  connection_id: string | null;
  client_name: string | null;
}

export function viaWire(via: Provenance | null): ViaWire | null {
  if (!via) return null;
  const { origin, connection_id = null, client_name = null } = via;
  return { origin, connection_id, client_name };
}
