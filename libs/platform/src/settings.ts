import { z } from 'zod';

/** What is wrong with the environment, all of it at once. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/**
 * Reads settings from the environment; an empty variable counts as missing. Of a variable whose schema is described
 * (`.describe('the address of Postgres, ...')`) a complaint says what is expected.
 * @throws SettingsError, which never shows a value
 */
export function readSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.keys(shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  throw new SettingsError(
    result.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? 'settings');
      const expected = expectation(shape[name]);
      if (given[name] === undefined) return `${name} is missing${expected ? `: it must be ${expected}` : ''}.`;
      return expected ? `${name} must be ${expected}.` : `${name}: ${issue.message}.`;
    }),
  );
}

/** The description may stand on the schema itself or on what it wraps. */
function expectation(schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const { innerType } = schema.def as { innerType?: unknown };
  return schema.description ?? expectation(innerType);
}
