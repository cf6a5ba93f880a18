import { Readable } from 'node:stream';
import { JobQueueModule, type Domain } from '#crm-domain';
import { FeedWorkers } from '../../apps/rest-api/src/feed-workers/feed-workers.service.js';
import type { Rest } from './rest.js';

/** The full export of a workspace, as the command line writes it. */
export async function fullExport({ exports }: Pick<Domain, 'exports'>, workspaceId: string): Promise<Buffer> {
  const parts: string[] = [];
  const sink = { begin: async () => undefined, write: async (text: string) => void parts.push(text) };
  await exports.stream(workspaceId, { workspace: true, format: 'full' }, sink);
  return Buffer.from(parts.join(''));
}

/** A file in pieces that end anywhere. */
export function inPieces(file: Buffer, size = 10_000): Readable {
  return Readable.from(
    Array.from({ length: Math.ceil(file.length / size) }, (_, at) => file.subarray(at * size, (at + 1) * size)),
  );
}

/** From now on nobody follows the feed of a workspace by themselves, so that its tables stay as they are. */
export async function stopFollowing({ app }: Rest): Promise<void> {
  await app.get(FeedWorkers).beforeApplicationShutdown();
  await app.get(JobQueueModule).onApplicationShutdown();
}
