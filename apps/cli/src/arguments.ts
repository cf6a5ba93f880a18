import { parseArgs } from 'node:util';
import { EVERYWHERE, type Command, type Given, type Option, type Options } from './command.js';
import { BadArguments, isName } from './failure.js';

type Token = { name: string; rawName: string; value: string | undefined; inline: boolean };

/** The options given for a command. @throws BadArguments in one sentence */
export function readArguments(command: Command, args: readonly string[]): Given<Options> & { json: boolean } {
  const options: Options = { ...command.options, ...EVERYWHERE };
  const given = new Map<string, string | true>();
  for (const token of tokensOf(options, args)) {
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option)
      throw new BadArguments(isName(token.name) ? `Unknown option ${token.rawName}` : 'Unknown option', command.name);
    if (given.has(token.name)) throw new BadArguments(`${token.rawName} is given twice`, command.name);
    given.set(token.name, valueOf(option, token, command.name));
  }
  return complete(options, given, command.name) as Given<Options> & { json: boolean };
}

function tokensOf(options: Options, args: readonly string[]): Token[] {
  // Not strict: the sentences for what is wrong are ours.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }]),
    ),
    strict: false,
    tokens: true,
  });
  return tokens.map((token) => {
    if (token.kind === 'positional') throw new BadArguments('A value must come after its option');
    if (token.kind === 'option-terminator') throw new BadArguments('-- is not expected here');
    return { name: token.name, rawName: token.rawName, value: token.value, inline: token.inlineValue ?? false };
  });
}

function valueOf(option: Option, token: Token, command: string): string | true {
  const { rawName, value, inline } = token;
  if (!option.value) {
    if (inline) throw new BadArguments(`${rawName} takes no value`, command);
    return true;
  }
  if (value === undefined || (!inline && value !== '-' && value.startsWith('-')))
    throw new BadArguments(`${rawName} needs a value`, command);
  const complaint = option.check?.(value);
  if (complaint) throw new BadArguments(`${rawName} ${complaint}`, command);
  return value;
}

function complete(
  options: Options,
  given: Map<string, string | true>,
  command: string,
): Record<string, string | boolean | undefined> {
  const missing = Object.keys(options).filter((name) => options[name]!.required && !given.has(name));
  if (missing.length > 0) {
    throw new BadArguments(
      `${missing.map((name) => `--${name}`).join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`,
      command,
    );
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, given.get(name) ?? (option.value ? option.default : false)]),
  );
}
