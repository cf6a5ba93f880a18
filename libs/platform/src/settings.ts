import { z } from 'zod';

/** What is wrong with the environment, all of it at once. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Reads settings from the environment; an empty variable counts as missing. @throws SettingsError, which never shows a value */
export function readSettings<Shape extends z.ZodRawShape>(shape: Shape, env: NodeJS.ProcessEnv): z.infer<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.keys(shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  throw new SettingsError(
    result.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? 'settings');
      return given[name] === undefined ? `${name} is missing.` : `${name}: ${issue.message}.`;
    }),
  );
}

/** Ends the process with a readable list when its settings are not right. */
export function readSettingsOrExit<Shape extends z.ZodRawShape>(shape: Shape, env: NodeJS.ProcessEnv): z.infer<z.ZodObject<Shape>> {
  try {
    return readSettings(shape, env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
