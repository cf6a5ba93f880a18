import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIR } from '../demo-file.js';

export const LOG_DIR = join(DATA_DIR, 'logs');

const ERROR = 50;

/** Keeps what services write in a file each, and says aloud only what went wrong. */
export function serviceLog(say: (line: string) => void): (name: string, line: string) => void {
  mkdirSync(LOG_DIR, { recursive: true });
  const files = new Map<string, WriteStream>();
  return (name, line) => {
    const file = files.get(name) ?? createWriteStream(join(LOG_DIR, `${name}.log`), { flags: 'w' });
    files.set(name, file);
    file.write(`${line}\n`);
    const { level, msg } = read(line);
    if (level >= ERROR) say(`  ${name}: ${msg}`);
  };
}

/** The services log JSON; a line that is none comes from Node itself and is an error. */
function read(line: string): { level: number; msg: string } {
  try {
    const { level = 0, msg = line } = JSON.parse(line) as { level?: number; msg?: string };
    return { level, msg };
  } catch {
    return { level: line.trim() ? ERROR : 0, msg: line };
  }
}
