import { EVERYWHERE, type Command, type Option, type Options } from './command.js';
import { bold, columns, dim } from './terminal.js';

const WIDTH = 96;
const CALL = 'npm run --silent crm --';

/** The help of the whole program, or of a group of commands such as `workspace`. */
export function programHelp(commands: readonly Command[], group?: string): string {
  const shown = group ? commands.filter(({ name }) => name.startsWith(`${group} `)) : commands;
  const usage = `crm ${group ? `${group} ` : ''}<command> [options]`;
  return [
    bold(group ? `crm ${group}` : 'crm: the operator’s command line of the CRM service'),
    section('Usage', `  ${usage}\n  ${dim(`from the repository: ${CALL} ${usage.slice(4)}`)}`),
    section('Commands', columns(shown.map(({ name, summary }) => [name, summary]))),
    section('Everywhere', optionList(EVERYWHERE)),
    ...(group ? [] : [section('Environment', columns(ENVIRONMENT))]),
  ].join('\n\n');
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const words = Object.entries(command.options)
    .map(([name, { value, required }]) => (required ? `--${name} ${value}` : `[--${name}${value ? ` ${value}` : ''}]`))
    .join(' ');
  const details = command.details?.split('\n').map((line) => wrapped(line, ' ', ''));
  return [
    `${bold(`crm ${command.name}`)}\n${command.summary}.${details ? `\n\n${details.join('\n')}` : ''}`,
    section('Usage', wrapped(`  crm ${command.name} ${words}`.trimEnd(), / (?=\[?--)/, `\n${' '.repeat(7)}`)),
    section('Options', optionList({ ...command.options, ...EVERYWHERE })),
    section('Example', wrapped(`  ${CALL} ${command.name} ${command.example}`.trimEnd(), / (?=--\w)/, ' \\\n    ')),
  ].join('\n\n');
}

const ENVIRONMENT = [
  ['DATABASE_URL', 'The database; without it, the one of a running npm start is used'],
  ['MCP_AUTH_URL', 'The identity provider of new members, unless --issuer is given'],
  ['CREDENTIALS_KEYS', 'The keys that encrypt the credentials of accounts, as in the services'],
  ['ACCOUNT_CREDENTIALS', 'The credentials of the account for account add'],
  ['CRM_API_KEY', 'The API key with which types reads over the REST API'],
  ['NO_COLOR', 'Switches colours off'],
  ['DEBUG', 'With 1, an error also shows its stack trace'],
];

function section(title: string, text: string): string {
  return `${bold(title)}\n${text}`;
}

function optionList(options: Options): string {
  return columns(
    Object.entries(options).map(([name, option]) => [
      `--${name}${option.value ? ` ${option.value}` : ''}`,
      about(option),
    ]),
  );
}

function about({ about, required, default: preset }: Option): string {
  if (required) return `${about} (required)`;
  return preset ? `${about} (default: ${preset})` : about;
}

/** Breaks a line that is too long at the given places. */
function wrapped(text: string, at: RegExp | string, glue: string): string {
  const lines: string[] = [];
  for (const part of text.split(at)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + part.length + 3 > WIDTH - glue.length) lines.push(part);
    else lines[lines.length - 1] = `${last} ${part}`;
  }
  return lines.join(glue || '\n');
}
