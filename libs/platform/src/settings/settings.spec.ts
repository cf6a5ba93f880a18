import { z } from 'zod';
import { SettingsError, readSettings } from './settings.js';

const shape = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe('an address such as postgres://user@host:5432/crm'),
  PORT: z.coerce.number().int().max(65_535).describe('a port number').default(3000),
  SECRET: z.string().min(16),
};
const right = { DATABASE_URL: 'postgres://localhost/crm', SECRET: 'sixteen characters' };

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings(shape, env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('reading settings', () => {
  it('gives each setting its type, and its default when it is missing or empty', () => {
    expect(readSettings(shape, { ...right, PORT: '4000' })).toEqual({ ...right, PORT: 4000 });
    expect(readSettings(shape, { ...right, PORT: '' })).toEqual({ ...right, PORT: 3000 });
  });

  it('tells everything that is wrong at once, and what is expected', () => {
    expect(problemsOf({ PORT: 'many', SECRET: 'short' })).toEqual([
      'DATABASE_URL is missing: it must be an address such as postgres://user@host:5432/crm.',
      'PORT must be a port number.',
      expect.stringMatching(/^SECRET: .+\.$/),
    ]);
  });

  it.each(['for-development-only', 'mine,for-development-only', 'dev:Zm9yLWRldmVsb3BtZW50LW9ubHktbm90LXNlY3JldCE='])(
    'refuses in production what everybody knows: %s',
    (SECRET) => {
      expect(problemsOf({ ...right, SECRET })).not.toContainEqual(expect.stringMatching(/knows/));
      const problems = problemsOf({ ...right, SECRET, NODE_ENV: 'production' });
      expect(problems).toEqual([
        expect.stringMatching(/^SECRET is a publicly known value for development: .*openssl rand -base64 32\.$/),
      ]);
      expect(problems.join()).not.toContain(SECRET);
    },
  );

  it('never shows a value', () => {
    const said = problemsOf({ DATABASE_URL: 'mysql://me:hunter2@db', PORT: '99999', SECRET: 'hunter2' }).join('\n');
    expect(said).toMatch(/DATABASE_URL/);
    expect(said).not.toMatch(/hunter2|99999/);
  });
});
