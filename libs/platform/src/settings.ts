import { z } from 'zod';
import { NEW_SECRET, isKnownSecret } from './known-secret.js';

/** What is wrong with the environment, all of it at once. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/**
 * Reads settings from the environment; an empty variable counts as missing. Of a variable whose schema is described
 * (`.describe('the address of Postgres, ...')`) a complaint says what is expected. In production a value that stands in this
 * repository is refused: it is no secret.
 * @throws SettingsError, which never shows a value
 */
export function readSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.keys(shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const result = z.object(shape).safeParse(given);
  const known = env.NODE_ENV === 'production' ? knownOf(given) : [];
  if (result.success && known.length === 0) return result.data;
  const wrong = (result.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0] ?? 'settings');
    const expected = expectation(shape[name]);
    if (given[name] === undefined) return `${name} is missing${expected ? `: it must be ${expected}` : ''}.`;
    return expected ? `${name} must be ${expected}.` : `${name}: ${issue.message}.`;
  });
  throw new SettingsError([...wrong, ...known]);
}

function knownOf(given: Record<string, string | undefined>): string[] {
  const names = Object.keys(given).filter((name) => isKnownSecret(given[name] ?? ''));
  return names.map((name) => `${name} is a value for development that everybody knows: make your own, ${NEW_SECRET}.`);
}

/** The description may stand on the schema itself or on what it wraps. */
function expectation(schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const { innerType } = schema.def as { innerType?: unknown };
  return schema.description ?? expectation(innerType);
}
