import { parseArgs } from 'node:util';

export interface Options {
  /** Contacts in each workspace, the smallest first: ten thousand. */
  sizes: number[];
  rounds: number;
  seconds: number;
  connections: number;
  /** Requests of each side before the first turn. */
  warmUp: number;
  /** Part of the names of the scenarios to run. */
  scenario: string;
  memorySeconds: number;
  /** In the scenario that looks for duplicates. */
  people: number;
  /** Folder in which npm has installed Directus, to compare with. */
  directus: string;
  profile: boolean;
}

/** Contacts in the workspace that every run has. */
const SMALL = 10_000;
const LARGER = '100000,1000000';

export const HELP = `npm run bench -- [options]

Starts its own Postgres, loads it once (kept in .data/bench), then drives the REST API and a floor in turns: a bare
node:http server that runs the same prepared statements. Prints medians and ratios; never fails on time.

  --records <n,n>       contacts in the larger workspaces, beside one of 10000 (default 100000,1000000; 10000 for a
                        quick run)
  --scenario <text>     only scenarios with this in their name
  --rounds <n>          turns of each side (default 5)
  --seconds <n>         length of a turn (default 2)
  --connections <n>     concurrent requests (default 32)
  --warm-up <n>         requests of each side before its first turn (default 20000; fewer are compiled less)
  --memory-seconds <n>  length of the mixed run in which memory is watched (default 60)
  --people <n>          people among whom duplicates are looked for (default 1000000)
  --directus <folder>   where npm has installed Directus, for the scenario of that name (default: here)
  --profile             write CPU profiles of the service and the floor to .data/bench/profiles
  --help

Scenarios:
`;

/** @throws when an argument is not known or not a number */
export function readOptions(args: string[]): Options | 'help' {
  const text = (preset: number) => ({ type: 'string', default: String(preset) }) as const;
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string', default: LARGER },
      scenario: { type: 'string', default: '' },
      rounds: text(5),
      seconds: text(2),
      connections: text(32),
      'warm-up': text(20_000),
      'memory-seconds': text(60),
      people: text(1_000_000),
      directus: { type: 'string', default: '.' },
      profile: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const above0 = (name: keyof typeof values, given: unknown) => {
    const value = Number(given);
    if (!(value > 0)) throw new RangeError(`--${name}: expected a number above 0, got "${String(given)}".`);
    return value;
  };
  const number = (name: 'rounds' | 'seconds' | 'connections' | 'warm-up' | 'memory-seconds' | 'people') =>
    above0(name, values[name]);
  const larger = values.records.split(',').map((given) => above0('records', given));
  return {
    sizes: [...new Set([SMALL, ...larger.map((size) => Math.max(SMALL, size))])].sort((a, b) => a - b),
    rounds: number('rounds'),
    seconds: number('seconds'),
    connections: number('connections'),
    warmUp: number('warm-up'),
    memorySeconds: number('memory-seconds'),
    scenario: values.scenario,
    people: number('people'),
    directus: values.directus,
    profile: values.profile,
  };
}
