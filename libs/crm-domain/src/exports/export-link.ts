import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ExportEntity } from './export.entity.js';

/** How long a link may be used to begin a download. */
const LINK_MS = 15 * 60_000;

type Signed = Pick<ExportEntity, 'workspace_id' | 'export_id' | 'link_key'>;

/** The query of a link. */
export interface LinkQuery {
  workspace: string;
  /** Milliseconds since 1970. */
  expires: string;
  signature: string;
}

/** A path that gives the file to whoever has it, until it ends. */
export function linkTo(row: Signed, now = Date.now()): { url: string; expires_at: string } {
  const expires = now + LINK_MS;
  const query = { workspace: row.workspace_id, expires: String(expires), signature: signatureOf(row, String(expires)) };
  return {
    url: `/downloads/exports/${row.export_id}?${new URLSearchParams(query).toString()}`,
    expires_at: new Date(expires).toISOString(),
  };
}

/** Whether a link may be valid, as far as it says by itself: whoever makes one up is refused without a look for its file. */
export function looksValid({ expires, signature }: LinkQuery, now = Date.now()): boolean {
  const left = Number(expires) - now;
  return /^\d{1,15}$/.test(expires) && left >= 0 && left <= 2 * LINK_MS && /^[\w-]{43}$/.test(signature);
}

/** Whether a link was made here for this export, and has not ended. */
export function isValidLink(row: Signed, link: LinkQuery, now = Date.now()): boolean {
  if (!looksValid(link, now)) return false;
  const { expires, signature } = link;
  const [given, own] = [Buffer.from(signature), Buffer.from(signatureOf(row, expires))];
  return given.length === own.length && timingSafeEqual(given, own);
}

function signatureOf({ workspace_id, export_id, link_key }: Signed, expires: string): string {
  return createHmac('sha256', link_key).update(`${workspace_id} ${export_id} ${expires}`).digest('base64url');
}
