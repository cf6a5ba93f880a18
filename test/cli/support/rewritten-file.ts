import { createHash } from 'node:crypto';
import type { FullEnd, FullHeader } from '../../../libs/crm-domain/src/exports/full/full-file.js';

/** The file with other lines, and with an end that fits them. */
export function rewritten(file: Buffer, change: (lines: string[]) => string[]): Buffer {
  const lines = change(file.toString().trimEnd().split('\n').slice(0, -1));
  const text = `${lines.join('\n')}\n`;
  const rows: Record<string, number> = {};
  for (const line of lines.slice(1)) {
    const table = /^\["(\w+)"/.exec(line)?.[1] ?? '';
    rows[table] = (rows[table] ?? 0) + 1;
  }
  const end: FullEnd = { rows, sha256: createHash('sha256').update(text).digest('hex') };
  return Buffer.from(`${text}${JSON.stringify({ end })}\n`);
}

/** Changes the first line. */
export const headerWith = (changes: (header: FullHeader) => object) => (lines: string[]) => {
  const header = JSON.parse(lines[0]!) as FullHeader;
  return [JSON.stringify({ ...header, ...changes(header) }), ...lines.slice(1)];
};
/** Where the first row of a table is. */
export const lineOf = (table: string) => (lines: string[]) =>
  lines.findIndex((line) => line.startsWith(`["${table}",`));
/** Changes the value of a column of the first row of a table. */
export const valueOf = (table: string, column: string, value: string | null) => (lines: string[]) => {
  const at = lineOf(table)(lines);
  const place = (JSON.parse(lines[0]!) as FullHeader).tables[table]!.indexOf(column);
  const [, row] = JSON.parse(lines[at]!) as [string, (string | null)[]];
  return lines.with(at, JSON.stringify([table, row.with(place, value)]));
};
