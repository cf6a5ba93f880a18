import { styleText } from 'node:util';

const LEVELS: Record<number, [string, Parameters<typeof styleText>[0]]> = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

interface Line {
  level: number;
  time: string;
  msg?: string;
  service?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

/** A JSON line of the log as a person reads it: time, level, text, then the fields; the stack below. */
export function pretty(json: string): string {
  const { level, time, msg = '', service: _service, err, ...fields } = JSON.parse(json) as Line;
  const [name, style] = LEVELS[level] ?? ['?', 'dim'];
  const rest = Object.entries(fields).flatMap(([field, value]) => (value == null ? [] : [`${field}=${shown(value)}`]));
  const head = `${styleText('dim', time.slice(11, 23))} ${styleText(style, name.padEnd(5))} ${msg}`;
  const trouble = err ? `\n${err.message ?? ''}\n${err.stack ?? ''}`.trimEnd() : '';
  return `${head} ${styleText('dim', rest.join(' '))}${trouble}\n`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
