import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { ImportService } from '#crm-domain/writes';

type ErrorFile = Awaited<ReturnType<ImportService['errorFile']>>;

/** Sends the rows that failed as fast as they are read; whoever gets them all sees that by the end of the answer. */
export function sendErrors({ name, text }: ErrorFile, response: Response): void {
  response.attachment(name).type('text/csv');
  const rows = Readable.from(text);
  rows.on('error', (error) => response.destroy(error)).pipe(response);
  // Nothing more is read for who went away.
  response.once('close', () => rows.destroy());
}
