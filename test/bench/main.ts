import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from './database.js';
import { readWorlds } from './dataset/prepare.js';
import { Driver } from './driver/driver.js';
import { HELP, readOptions, type Options } from './options.js';
import { SCENARIOS } from './registry.js';
import { print, save } from './report.js';
import type { Bench, Line, Scenario } from './scenario.js';
import { startServers, type Stop } from './servers.js';
import { letPeopleIn, startIssuer } from './tools/people.js';
import { verifyTools } from './tools/verify-tools.js';
import { takeTurns } from './turns.js';
import { verify } from './verify.js';

const DIRECTORY = join(process.cwd(), '.data', 'bench');
const RESULTS = join(process.cwd(), 'test', 'bench', 'results', 'latest.json');

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    const names = SCENARIOS.map(({ name, about }) => `  ${name.padEnd(22)}${about}\n`);
    return void process.stdout.write(HELP + names.join(''));
  }
  const scenarios = SCENARIOS.filter(({ name }) => name.includes(options.scenario));
  if (scenarios.length === 0) throw new RangeError(`No scenario has "${options.scenario}" in its name.`);
  const lines = await run(options, scenarios);
  print(lines);
  if (!options.scenario) save(RESULTS, options, lines);
}

async function run(options: Options, scenarios: Scenario[]): Promise<Line[]> {
  const stops: Stop[] = [];
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  // The servers are in process groups of their own, which Ctrl-C does not reach.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopAll().then(() => process.exit(130)));
  try {
    const { url, stop } = await openDatabase(DIRECTORY, options.sizes, say);
    stops.push(stop);
    const worlds = await readWorlds(url);
    const issuer = await startIssuer();
    stops.push(() => issuer.stop());
    await letPeopleIn(url, worlds, issuer);
    const profile = options.profile ? join(DIRECTORY, 'profiles') : undefined;
    const { service, floor, tools } = await startServers({ url, issuer, profile }, stops);
    const database = new pg.Client({ connectionString: url, application_name: 'bench' });
    await database.connect();
    stops.push(() => database.end());
    const driver = new Driver(worlds);
    stops.push(() => driver.stop());
    const bench: Bench = {
      options,
      worlds,
      service,
      floor,
      tools,
      database,
      say,
      turns: takeTurns(driver, database, options),
    };
    await verify(bench, url);
    await verifyTools(bench);
    const lines: Line[] = [];
    for (const scenario of scenarios) {
      say(`${scenario.name} ...`);
      const found = await scenario.run(bench);
      for (const { what, target, result } of found) say(`  ${what}: ${result} (${target})`);
      lines.push(...found);
    }
    return lines;
  } finally {
    await stopAll();
  }
}

main().catch((error: Error & { code?: string }) => {
  const isArgument = error instanceof RangeError || error.code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isArgument ? error.message : error.stack}\n`);
  process.exitCode = isArgument ? 2 : 1;
});
