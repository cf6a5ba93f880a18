import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve('.');

/** The READMEs and the pages of docs/, as paths from the repository's root. */
export const PAGES = [
  'README.md',
  'clients/typescript/README.md',
  ...readdirSync(join(ROOT, 'docs')).flatMap((name) => markdown(`docs/${name}`)),
];

function markdown(path: string): string[] {
  return path.endsWith('.md') ? [path] : [];
}

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** What stands in a page's code blocks of one language, in their order. */
export function blocksOf(page: string, language: string): string[] {
  return [...textOf(page).matchAll(/^```(\S+)\n([^]*?)^```$/gm)].flatMap(([, found, block]) =>
    found === language ? [block!] : [],
  );
}
