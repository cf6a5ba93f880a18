import { readArguments } from './arguments.js';
import type { Answer, Command, Surroundings } from './command.js';
import { BadArguments, Failure, isName, sentenceOf } from './failure.js';
import { commandHelp, programHelp } from './help.js';
import { red } from './terminal.js';

/** Runs the command that the arguments name and gives the exit code: 0, 1 for a failure, 2 for wrong arguments. */
export async function runProgram(
  commands: readonly Command[],
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const help = helpFor(commands, args);
    if (help) process.stdout.write(`${help}\n`);
    else await runCommand(commands, args, env);
    return 0;
  } catch (error) {
    process.stderr.write(`${red(sentenceOf(error))}\n`);
    if (env.DEBUG === '1') process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return error instanceof Failure ? error.exitCode : 1;
  }
}

async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const command = find(commands, args);
  if (!command) throw unknownCommand(commands, args);
  const given = readArguments(command, args.slice(command.name.split(' ').length));
  const surroundings = given.json ? forMachines(env) : forPeople(env);
  const answer = await command.run(given, surroundings);
  if (answer) surroundings.answer(answer);
}

function helpFor(commands: readonly Command[], args: readonly string[]): string | undefined {
  const [first, ...rest] = args;
  if (first === undefined) return programHelp(commands);
  if (first === 'help') return helpFor(commands, [...rest, '--help']);
  if (!args.includes('--help') && !args.includes('-h')) return undefined;
  const command = find(commands, args);
  if (command) return commandHelp(command);
  if (first.startsWith('-')) return programHelp(commands);
  const isGroup = commands.some(({ name }) => name.startsWith(`${first} `)) && (rest[0]?.startsWith('-') ?? true);
  if (isGroup) return programHelp(commands, first);
  throw unknownCommand(commands, args);
}

function find(commands: readonly Command[], args: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, at) => args[at] === word));
}

function unknownCommand(commands: readonly Command[], args: readonly string[]): BadArguments {
  const [first = '', second] = args;
  if (first.startsWith('-')) return new BadArguments('A command must come before the options');
  const group = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (group.length === 0) return new BadArguments(isName(first) ? `Unknown command "${first}"` : 'Unknown command');
  const words = group.map((name) => name.split(' ')[1]).join(', ');
  const isGiven = second && !second.startsWith('-');
  const named = isGiven
    ? `"${first}" has no ${isName(second) ? `command "${second}"` : 'such command'}`
    : `"${first}" needs a command`;
  return new BadArguments(`${named}: ${words}`, first);
}

function forPeople(env: NodeJS.ProcessEnv): Surroundings {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  return { env, say, answer: ({ text }: Answer) => say(text) };
}

function forMachines(env: NodeJS.ProcessEnv): Surroundings {
  return {
    env,
    say: (line) => void process.stderr.write(`${line}\n`),
    answer: ({ json }) => void process.stdout.write(`${JSON.stringify(json)}\n`),
  };
}
