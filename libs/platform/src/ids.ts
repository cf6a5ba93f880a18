import { v7 } from 'uuid';

/** A new id: a UUIDv7, so that what is made later sorts behind. */
export function newId(): string {
  return v7();
}

/** Another new id that sorts where this one does: its last 40 bits are new. */
export function newIdAt(place: string): string {
  return place.slice(0, 26) + newId().slice(26);
}

/** The 16 bytes of a UUID in base64url: 22 characters instead of 36. */
export function packedId(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The UUID of a packed one. */
export function unpackedId(packed: string): string {
  const hex = Buffer.from(packed, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const UUID_SHAPED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres reads it as a UUID, of whatever version. */
export function isUuidShaped(text: string): boolean {
  return UUID_SHAPED.test(text);
}
