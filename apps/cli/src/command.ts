/**
 * Judges the text of an option; gives the end of a sentence that starts with the option's name, or nothing. The
 * sentence does not repeat the text: it may be a secret in the wrong place, and what is printed ends in logs.
 */
export type Check = (text: string) => string | undefined;

/** An option as it is declared. One with `value` takes a text, one without is a switch. */
export interface Option {
  about: string;
  /** What stands for the text in the help, such as `<uuid>`. */
  value?: string;
  required?: boolean;
  default?: string;
  check?: Check;
}
export type Options = Record<string, Option>;

type Text<O extends Option> = O extends { required: true } | { default: string } ? string : string | undefined;

/** What was given for each option. */
export type Given<O extends Options> = {
  [Name in keyof O]: O[Name] extends { value: string } ? Text<O[Name]> : boolean;
};

/** What a command may use of its surroundings. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** Prints a line for people: on stdout, or on stderr while stdout is kept for JSON. */
  say(line: string): void;
  /** Prints the result before the command ends; for a command that stays. */
  answer(answer: Answer): void;
}

/** What a command has to say, for machines and for people. */
export interface Answer {
  json: unknown;
  text: string;
}

export interface Command<O extends Options = Options> {
  /** One or two words: `migrate`, `workspace create`. */
  name: string;
  summary: string;
  /** More about it, in the command's own help. */
  details?: string;
  options: O;
  /** What follows the name in an example. */
  example: string;
  run(given: Given<O>, surroundings: Surroundings): Promise<Answer | void>;
}

/** Keeps the options' types while a command is declared; the registry then treats all commands alike. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}

/** What every command understands. */
export const EVERYWHERE = {
  json: { about: 'Print one JSON line as the last line of stdout' },
  help: { about: 'Show this help' },
} as const satisfies Options;
