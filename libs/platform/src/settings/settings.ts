import { z } from 'zod';

/** What is wrong with one setting, in a sentence that begins with its name. */
export interface SettingsProblem {
  name: string;
  sentence: string;
}

/** The variables of an environment as they were given; an empty one counts as missing. */
export type GivenSettings = Readonly<Record<string, string | undefined>>;

/** A rule about several settings at once. It sees those that are right by themselves, and which are given at all. */
export type SettingsRule<Settings> = (settings: Partial<Settings>, given: GivenSettings) => SettingsProblem[];

/**
 * Everything that a program reads from its environment: each setting by its name, and the rules that they obey
 * together.
 */
export interface SettingsDeclaration<Shape extends z.ZodRawShape> {
  shape: Shape;
  rules: readonly SettingsRule<z.infer<z.ZodObject<Shape>>>[];
}

/** The settings of a declaration, as the program gets them. */
export type SettingsOf<Declaration> =
  Declaration extends SettingsDeclaration<infer Shape> ? z.infer<z.ZodObject<Shape>> : never;

/** What is wrong with the environment, all of it at once. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly SettingsProblem[]) {
    const sentences = problems.map(({ sentence }) => sentence);
    super(`The settings are not right:\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = sentences;
  }
}

/**
 * Reads the settings of a declaration from the environment; nothing else is touched. Of a variable whose schema is
 * described (`.describe('the address of Postgres, ...')`) a complaint says what is expected; what was found is repeated
 * only where the schema says that it may be shown (`setting.ts`). In production a value that stands in this repository
 * is refused: it is no secret.
 * @throws SettingsError, which lists everything that is wrong and never shows a secret
 */
export function readDeclared<Shape extends z.ZodRawShape>(
  declaration: SettingsDeclaration<Shape>,
  env: NodeJS.ProcessEnv,
): z.infer<z.ZodObject<Shape>> {
  const { settings, problems } = judgeSettings(declaration, env);
  const known = env.NODE_ENV === 'production' ? knownOf(givenOf(declaration.shape, env)) : [];
  if (problems.length + known.length > 0) throw new SettingsError([...problems, ...known]);
  return settings as z.infer<z.ZodObject<Shape>>;
}

/** The same for settings without rules. @throws SettingsError */
export function readSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.infer<z.ZodObject<Shape>> {
  return readDeclared({ shape, rules: [] }, env);
}

/**
 * The settings as far as they are right, with everything that would keep the program from starting: one problem for
 * each name.
 */
export function judgeSettings<Shape extends z.ZodRawShape>(
  { shape, rules }: SettingsDeclaration<Shape>,
  env: NodeJS.ProcessEnv,
): { settings: Partial<z.infer<z.ZodObject<Shape>>>; problems: SettingsProblem[] } {
  type Settings = z.infer<z.ZodObject<Shape>>;
  const given = givenOf(shape, env);
  const problems: SettingsProblem[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const { success, data, error } = z.safeParse(schema, given[name]);
    if (success) settings[name] = data;
    else problems.push({ name, sentence: complaint(name, schema, given[name], error.issues[0]?.message) });
  }
  const isNew = ({ name }: SettingsProblem, n: number, all: SettingsProblem[]) =>
    all.findIndex((other) => other.name === name) === n;
  const broken = rules.flatMap((rule) => rule(settings as Partial<Settings>, given));
  return { settings: settings as Partial<Settings>, problems: [...problems, ...broken].filter(isNew) };
}

function givenOf(shape: z.ZodRawShape, env: NodeJS.ProcessEnv): GivenSettings {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
}

function knownOf(given: GivenSettings): SettingsProblem[] {
  const names = Object.keys(given).filter((name) => isKnownSecret(given[name] ?? ''));
  return names.map((name) => ({
    name,
    sentence: `${name} is a publicly known value for development: generate your own, ${NEW_SECRET}.`,
  }));
}

function complaint(name: string, schema: unknown, value: string | undefined, issue = 'it is not valid'): string {
  const { description, shown } = metaOf(schema);
  if (value === undefined) return `${name} is missing${description ? `: it must be ${description}` : ''}.`;
  if (!description) return `${name}: ${issue}.`;
  return `${name} must be ${description}${shown ? foundOf(value) : ''}.`;
}

const MAX_SHOWN_LENGTH = 80;

/** Whatever could carry a password, as an address can, is left out even where a value may be shown. */
function foundOf(value: string): string {
  if (/[@?]/.test(value) || value.length > MAX_SHOWN_LENGTH) return '';
  return `, not ${JSON.stringify(value)}`;
}

/** The description may stand on the schema itself or on what it wraps. */
function metaOf(schema: unknown): { description?: string; shown?: boolean } {
  if (!(schema instanceof z.ZodType)) return {};
  const { innerType } = schema.def as { innerType?: unknown };
  return schema.meta() ?? metaOf(innerType);
}

/** Settings that only make sense together: all of them, or none. Those that lack are named. */
export function together(...names: string[]): SettingsRule<object> {
  return (_settings, given) => {
    const set = names.filter((name) => given[name] !== undefined);
    if (set.length === 0) return [];
    return names
      .filter((name) => given[name] === undefined)
      .map((name) => ({
        name,
        sentence: `${name} is missing: it is needed as well where ${set.join(' and ')} is set.`,
      }));
  };
}

/** Two ports of one process; 0 is any free one, and never the same. */
export function differentPorts(one: string, other: string): SettingsRule<object> {
  return (settings) => {
    const { [one]: port, [other]: taken } = settings as Record<string, unknown>;
    if (port === undefined || port === 0 || port !== taken) return [];
    return [{ name: one, sentence: `${one} must be another port than ${other}, not ${String(port)} as well.` }];
  };
}

/** What stands in this repository and its documentation where a secret belongs: as it is, and as 32 bytes in base64. */
const KNOWN = /for-development-only|Zm9yLWRldmVsb3BtZW50LW9ubHkt|correct-horse|^change-?me/i;

/** How to make one that nobody knows. */
export const NEW_SECRET = 'openssl rand -base64 32';

/** Whether everybody who has seen this repository knows a secret; of a list, one that is known is enough. */
export function isKnownSecret(text: string): boolean {
  return KNOWN.test(text);
}
