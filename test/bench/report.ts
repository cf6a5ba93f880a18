import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import type { Options } from './options.js';
import type { Line } from './scenario.js';

export function print(lines: Line[]): void {
  const rows = [
    ['', 'target', 'result', ''],
    ...lines.map((line) => [line.what, line.target, line.result, mark(line)]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]!.length)));
  process.stdout.write('\n');
  for (const [at, row] of rows.entries()) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}\n`,
    );
    const detail = lines[at - 1]?.detail;
    if (detail) process.stdout.write(`    ${detail}\n`);
  }
  process.stdout.write(
    '\nTimes: requests a second, latencies, then CPU microseconds a request of the process and of its Postgres backends.\n',
  );
}

/** Kept beside the benchmark and not committed: what one machine gave once. */
export function save(file: string, options: Options, lines: Line[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version };
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, options, lines }, null, 2)}\n`);
}

function mark({ reached }: Line): string {
  if (reached === null) return '';
  return reached ? 'reached' : 'not reached';
}
