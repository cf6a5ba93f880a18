import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** The version that the targets are about. */
export const VERSION = '12.4.0';

/** Folder of the npm package `directus` in whose `node_modules` it is installed, and its version. */
export interface DirectusPackage {
  directory: string;
  version: string;
}

/** Looks for the package where npm installs it for a folder. */
export function findDirectus(folder: string): DirectusPackage | undefined {
  const manifest = join(resolve(folder), 'node_modules', 'directus', 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { version } = createRequire(manifest)(manifest) as { version: string };
  return { directory: dirname(manifest), version };
}
