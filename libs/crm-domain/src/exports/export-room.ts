import type { Actor } from '../actor.js';
import { conflict } from '../errors.js';
import { MAX_KEPT, MAX_KEPT_OF_ONE, MAX_OPEN, MAX_STORED } from './export.js';
import type { ExportEntity } from './export.entity.js';

/** Refuses one more export beside those that a workspace has. @throws DomainError conflict */
export function refuseMore(rows: readonly ExportEntity[], { type, id }: Actor): void {
  const open = rows.filter(({ state }) => state === 'queued' || state === 'running').length;
  const stored = rows.reduce((sum, { stored_bytes }) => sum + Number(stored_bytes), 0);
  if (open >= MAX_OPEN)
    throw conflict('limit_reached', `At most ${MAX_OPEN} exports of a workspace wait or run at a time.`);
  const own = rows.filter((row) => row.created_by_type === type && row.created_by_id === id).length;
  if (own >= MAX_KEPT_OF_ONE)
    throw conflict('limit_reached', `At most ${MAX_KEPT_OF_ONE} exports in 24 hours are of one person or key.`);
  if (rows.length >= MAX_KEPT)
    throw conflict('limit_reached', `A workspace has at most ${MAX_KEPT} exports in 24 hours.`);
  if (stored >= MAX_STORED)
    throw conflict('limit_reached', 'The exports that are kept take 2 GiB. Cancel one, which takes its file away.');
}
