import { parseArgs } from 'node:util';
import { UsageError, type Command } from './command.js';

export type Reading =
  | { kind: 'help'; command?: Command }
  | { kind: 'run'; command: Command; given: Record<string, string | boolean | undefined>; json: boolean };

/** What was asked for. @throws UsageError with a sentence that says what would be right */
export function readArguments(words: readonly string[], commands: readonly Command[]): Reading {
  const [first] = words;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') return { kind: 'help' };
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
  if (!command) throw new UsageError(`${unknown(words, commands)} "npm run crm -- --help" lists the commands.`);
  const { help, json, ...given } = parse(command, words.slice(command.name.split(' ').length));
  if (help) return { kind: 'help', command };
  check(command, given);
  return { kind: 'run', command, given, json: json === true };
}

function unknown([first = '', second]: readonly string[], commands: readonly Command[]): string {
  const kin = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => `"${name}"`);
  if (kin.length === 0) return `There is no command "${first}".`;
  const typed = second === undefined || second.startsWith('-') ? first : `${first} ${second}`;
  return `There is no command "${typed}", but there is ${kin.join(' and ')}.`;
}

function parse(command: Command, args: string[]): Record<string, string | boolean | undefined> {
  const own = Object.entries(command.options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const);
  const flags = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;
  try {
    return { ...parseArgs({ args, options: { ...Object.fromEntries(own), ...flags } }).values };
  } catch (error) {
    // Node's text goes on with advice that does not fit here.
    const [sentence] = (error as Error).message.split(/[.\n]/, 1);
    throw new UsageError(`${sentence}. ${seeHelp(command)}`);
  }
}

function check(command: Command, given: Record<string, string | boolean | undefined>): void {
  for (const [name, { required, choices, value }] of Object.entries(command.options)) {
    const text = given[name];
    if (value && required && (text === undefined || text === '')) {
      throw new UsageError(`"${command.name}" needs --${name} ${value}. ${seeHelp(command)}`);
    }
    if (choices && text !== undefined && !choices.includes(String(text))) {
      throw new UsageError(`--${name} is one of ${choices.join(', ')}, not "${String(text)}". ${seeHelp(command)}`);
    }
    if (!value) given[name] = text === true;
  }
}

function seeHelp({ name }: Command): string {
  return `"npm run crm -- ${name} --help" shows what it takes.`;
}
