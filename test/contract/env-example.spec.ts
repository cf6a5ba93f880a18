import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ZodType } from 'zod';
import { isKnownSecret, readSettings } from '#platform';
import { readSettings as readDevIdpSettings } from '../../apps/dev-idp/src/settings.js';
import { SETTINGS_SHAPES } from './settings-shapes.js';

const ROOT = resolve(import.meta.dirname, '../..');
const LINES = readFileSync(join(ROOT, '.env.example'), 'utf8').split('\n');
const ASSIGNMENT = /^([A-Z][A-Z0-9_]*)=(.*)$/;

const EXAMPLE = Object.fromEntries(
  LINES.flatMap((line) => {
    const [, name, value] = ASSIGNMENT.exec(line) ?? [];
    return name ? [[name, value!]] : [];
  }),
);

describe('.env.example', () => {
  it('lists every variable that a program reads, and no other', () => {
    const shapes = Object.values(SETTINGS_SHAPES).flatMap((shape) => Object.keys(shape));
    const read = new Set([...shapes, ...readDirectly()]);
    expect(Object.keys(EXAMPLE).sort()).toEqual([...read].sort());
  });

  it('lists each once, right under one line that says why it exists', () => {
    const names = LINES.flatMap((line) => ASSIGNMENT.exec(line)?.[1] ?? []);
    expect(names).toEqual([...new Set(names)]);
    const bare = LINES.filter((line, n) => ASSIGNMENT.test(line) && !/^# \S/.test(LINES[n - 1] ?? ''));
    expect(bare).toEqual([]);
  });

  it.each(Object.entries(SETTINGS_SHAPES))('is accepted by %s', (_program, shape) => {
    expect(() => readSettings(shape, EXAMPLE)).not.toThrow();
  });

  it('is accepted by the identity provider for development, once it has its secrets', () => {
    const secrets = { DEV_IDP_PASSWORD: 'pass', DEV_IDP_CONSOLE_SECRET: 'a secret of sixteen' };
    expect(() => readDevIdpSettings({ ...EXAMPLE, ...secrets, NODE_ENV: '' })).not.toThrow();
  });

  it('leaves the images in production, whose own setting an empty one would put out', () => {
    expect(EXAMPLE['NODE_ENV']).toBe('production');
  });

  it('holds no secret, nor a made-up account that would have to be replaced', () => {
    const secret = /SECRET|PASSWORD|KEYS$|TOKEN$|CREDENTIALS|PUSH_ACCOUNT/;
    const filled = Object.entries(EXAMPLE).filter(
      ([name, value]) => value && (secret.test(name) || isKnownSecret(value)),
    );
    expect(filled).toEqual([]);
  });

  it.each(Object.entries(SETTINGS_SHAPES))('shows the defaults of %s', (_program, shape) => {
    const presets = Object.entries(shape).flatMap(([name, setting]) => {
      const preset = (setting as ZodType).safeParse(undefined).data;
      return preset === undefined ? [] : [[name, preset]];
    });
    expect(readSettings(shape, EXAMPLE)).toMatchObject(Object.fromEntries(presets));
  });
});

/** Variables that the sources name without a shape: `process.env.NAME`, `env.NAME`. */
function readDirectly(): string[] {
  return ['apps', 'libs']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .flatMap((entry) => [
      ...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/\benv\.([A-Z][A-Z0-9_]*)/g),
    ])
    .map(([, name]) => name!);
}
