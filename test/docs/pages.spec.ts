import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blocksOf, PAGES, textOf } from './support/pages.js';

it.each(PAGES)('%s has no comment in what is to be pasted, since an interactive zsh takes it for arguments', (page) => {
  for (const block of blocksOf(page, 'sh')) expect(block).not.toMatch(/(^|\s)#/m);
});

it.each(PAGES)('%s leads only to files and headings that exist', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  const missing = links.filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(page, target));
  expect(missing).toEqual([]);
});

it.each(['AGENTS.md', 'docs/architecture.md', 'docs/messages-in.md'])('%s names source files that exist', (page) => {
  const sources = globSync('{apps,libs,test,scripts}/**/*.{ts,mjs}');
  const named = [...textOf(page).matchAll(/`([\w./-]+\.(ts|mjs))`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)))).toEqual([]);
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path, heading] = target.split('#');
  const file = path ? join(dirname(page), path) : page;
  if (!existsSync(file)) return false;
  return heading === undefined || anchorsOf(file).includes(heading);
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  const headings = textOf(page)
    .replace(/^```[^]*?^```$/gm, '')
    .matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
