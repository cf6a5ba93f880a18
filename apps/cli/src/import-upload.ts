import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Actor, Domain } from '#crm-domain';
import type { FileOptions, ImportFormat, ImportWire } from '#crm-domain/writes';
import type { Surroundings } from './command.js';
import { Failure } from './failure.js';

/** Who sends a file, and which one. */
interface Upload {
  domain: Domain;
  actor: Actor;
  say: Surroundings['say'];
  file: string;
}

/** Begins an import and sends its file. Gives its id. @throws Failure for a file that is not there or empty */
export async function uploadNew(
  upload: Upload,
  asked: { object: string; format?: ImportFormat | undefined; options: FileOptions },
): Promise<string> {
  const { domain, actor, file } = upload;
  return withFile(file, async (handle, bytes) => {
    if (bytes === 0) throw new Failure('The file is empty.');
    const shown = await domain.imports.create(actor, { ...asked, file_name: basename(file), bytes });
    await send(upload, handle, shown);
    return shown.id;
  });
}

/** Sends what is missing of a file whose upload was broken off. @throws Failure for another file */
export async function uploadRest(upload: Upload, shown: ImportWire): Promise<void> {
  await withFile(upload.file, async (handle, bytes) => {
    if (bytes !== shown.bytes) throw new Failure('This is another file: its size is not the same.');
    await send(upload, handle, shown);
  });
}

async function send({ domain, actor, say }: Upload, handle: FileHandle, shown: ImportWire): Promise<void> {
  const { id, parts, part_bytes, missing_parts = [] } = shown;
  say(`Import ${id}: uploading ${missing_parts.length} of ${parts} parts of ${part_bytes} bytes.`);
  for (const part of missing_parts)
    await domain.imports.putPart(actor, id, part, await partOf(handle, part, part_bytes));
}

async function withFile<T>(path: string, work: (handle: FileHandle, bytes: number) => Promise<T>): Promise<T> {
  const handle = await open(path).catch(() => {
    throw new Failure('The file cannot be opened.');
  });
  try {
    return await work(handle, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}

async function partOf(handle: FileHandle, part: number, most: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, (part - 1) * most);
  return buffer.subarray(0, bytesRead);
}
