import { parseArgs } from 'node:util';

/** A number that a run takes on the command line: what it is without it, and what it means. */
export interface NumberOption {
  preset: number;
  about: string;
}

/**
 * The options of a run that is started by `npm run <name>`, each a whole number. `--help` prints the usage and ends the
 * process with 0; what is no option, or no number, says so with the usage on stderr and ends it with 2.
 */
export function readRunOptions<Name extends string>(
  name: string,
  about: string,
  options: Record<Name, NumberOption>,
): Record<Name, number> {
  const names = Object.keys(options) as Name[];
  const usage = usageOf(name, about, options);
  try {
    const wanted = Object.fromEntries(names.map((each) => [each, { type: 'string' } as const]));
    const { values } = parseArgs({ options: { ...wanted, help: { type: 'boolean' } } });
    if (values.help) return end(0, usage);
    const given = values as Partial<Record<Name, string>>;
    return Object.fromEntries(names.map((each) => [each, numberOf(each, given[each], options[each])])) as Record<
      Name,
      number
    >;
  } catch (error) {
    return end(2, `${(error as Error).message}\n\n${usage}`);
  }
}

function usageOf(name: string, about: string, options: Record<string, NumberOption>): string {
  const width = Math.max(...Object.keys(options).map((each) => each.length));
  const lines = Object.entries(options).map(
    ([each, { preset, about }]) => `  --${`${each} <n>`.padEnd(width + 6)}${about} (default ${preset})\n`,
  );
  return `npm run ${name} -- [options]\n\n${about}\n\n${lines.join('')}  --help\n`;
}

function numberOf(name: string, given: string | undefined, { preset }: NumberOption): number {
  if (given === undefined) return preset;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new RangeError(`--${name}: expected a whole number below 1000000000, got "${given.slice(0, 40)}".`);
}

function end(code: 0 | 2, text: string): never {
  process[code === 0 ? 'stdout' : 'stderr'].write(text);
  process.exit(code);
}
