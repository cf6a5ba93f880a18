import { conflict, invalid } from '../errors.js';
import type { Stores } from '../stores.js';
import type { ImportJobEntity } from './import.entity.js';
import { KEPT, PART_BYTES, type FileOptions } from './import.js';
import { takeRoom } from './import-room.js';
import type { ImportStore } from './import.store.js';
import { partsOf } from './import-wire.js';
import { refuseState } from './refuse-state.js';

type Room = Pick<Stores, 'imports' | 'workspaces'>;

/** The numbers of all parts of a file. */
export function allParts(bytes: number): number[] {
  return Array.from({ length: partsOf(bytes) }, (_, at) => at + 1);
}

/** The numbers of the parts that are still to be sent. */
export async function missingParts(imports: ImportStore, job: ImportJobEntity): Promise<number[]> {
  if (job.state !== 'uploading') return [];
  const there = new Set(await imports.partNumbers(job.import_id));
  return allParts(job.bytes).filter((part) => !there.has(part));
}

/** @throws DomainError validation for a part that the file does not have, or that has another length */
export function refusePart({ bytes: all }: ImportJobEntity, part: number, bytes: Buffer): void {
  const count = partsOf(all);
  if (!Number.isInteger(part) || part < 1 || part > count)
    throw invalid([{ path: 'part', message: `The file has the parts 1 to ${count}.` }]);
  const expected = part < count ? PART_BYTES : all - (count - 1) * PART_BYTES;
  if (bytes.length !== expected)
    throw invalid([{ path: 'body', message: `This part has ${expected} bytes, got ${bytes.length}.` }]);
}

/**
 * Keeps a part, or compares it with what is there. Gives whether the file is whole now.
 *
 * @throws DomainError not_found, conflict
 */
export async function takePart(
  stores: Room,
  { import_id, bytes: all, actor_type: type, actor_id: id }: ImportJobEntity,
  ...[part, bytes]: [number, Buffer]
): Promise<boolean> {
  const { imports } = stores;
  const now = await imports.hold(import_id);
  const isOpen = now?.state === 'uploading';
  if (isOpen && (await imports.isLeft(import_id))) await takeRoom(stores, { type, id }, { import_id, bytes: all });
  if (!isOpen || !(await imports.addPart(import_id, part, bytes))) {
    const isSame = await imports.isPart(import_id, part, bytes);
    if (isSame === undefined) refuseState(now, ['uploading']);
    if (!isSame)
      throw conflict('changed_meanwhile', 'This part was sent before, with other bytes: it is another file.');
  }
  if (!isOpen) return false;
  const isWhole = (await imports.partNumbers(import_id)).length === partsOf(all);
  await imports.update(import_id, { kept_until: KEPT, ...(isWhole && { state: 'reading' }) });
  return isWhole;
}

/** Begins to read a file anew. @throws DomainError not_found, conflict where a run began, or the file is gone */
export async function readAgain(stores: Room, job: ImportJobEntity, options: FileOptions): Promise<void> {
  const { imports } = stores;
  const { import_id, bytes, actor_type: type, actor_id: id } = job;
  const now = await imports.hold(import_id);
  const isUnread = now?.state === 'failed' && now.started_at === null;
  if (!isUnread) refuseState(now, ['ready', 'checked']);
  else await takeRoom(stores, { type, id }, { import_id, bytes });
  if ((await imports.partNumbers(import_id)).length < partsOf(bytes))
    throw conflict('changed_meanwhile', 'The file is no longer kept as it was sent. Upload it again.');
  const counts = { rows_read: 0, rows_characters: '0', rows_done: 0, created: 0, updated: 0, failed: 0, attempts: 0 };
  const read = { options, columns: [], mapping: null, found: null, failure: null };
  await imports.update(import_id, { state: 'reading', ...read, ...counts, finished_at: null, kept_until: KEPT });
}
