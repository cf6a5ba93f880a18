import type { AnswerWeighing } from '#auth';
import type { ImportService } from '#crm-domain/writes';
import type { Download, FilesUnderWay } from '../http/files-under-way.js';

type ErrorFile = Awaited<ReturnType<ImportService['errorFile']>>;

/**
 * Sends the rows that failed; whoever gets them all sees that by the end of the answer. Each piece is counted for its
 * caller when it is made, since to make a large file takes minutes.
 */
export function sendErrors(
  { name, text, import_id }: ErrorFile,
  download: Download,
  { files, weight }: { files: FilesUnderWay; weight: AnswerWeighing | undefined },
): void {
  download.response.attachment(name).type('text/csv');
  void files.send({ pieces: text, told: { import_id }, weight }, download);
}
