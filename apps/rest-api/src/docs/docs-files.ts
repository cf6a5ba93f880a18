import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { KeptFile } from '../http/kept-file.js';
import { DOCS_SCRIPT } from './docs-script.js';
import { DOCS_STYLE } from './docs-style.js';

const PACKAGE = '@scalar/fastify-api-reference';
const BEGIN = 'var standalone_default = ';

export interface DocsFiles {
  /** The script that shows the interface description: 5 MB, and 1.4 compressed. */
  reference: KeptFile;
  /** Another one whenever any file of the page is another one. */
  version: string;
}

let loading: Promise<DocsFiles> | undefined;

/**
 * What the page at `/docs` is made of. Loaded once, when it is first asked for.
 * @throws Error when the package does not hold the script where it is looked for
 */
export function docsFiles(): Promise<DocsFiles> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<DocsFiles> {
  const plain = await referenceScript();
  const digest = createHash('sha256').update(plain).update(DOCS_SCRIPT).update(DOCS_STYLE).digest('hex');
  return { reference: await KeptFile.of(plain), version: digest.slice(0, 16) };
}

/**
 * The package that publishes the script as a file brings 247 others. This one, made for another web framework, brings
 * few; its module holds the script as a string literal on a line of its own. That line alone is evaluated, the module
 * never loaded.
 */
async function referenceScript(): Promise<string> {
  const module = await readFile(createRequire(import.meta.url).resolve(PACKAGE));
  const at = module.indexOf(BEGIN);
  const literal = at < 0 ? '' : module.toString('utf8', at + BEGIN.length, module.indexOf('\n', at));
  const script: unknown = runInThisContext(literal);
  if (typeof script !== 'string') throw new Error(`${PACKAGE} does not hold its script where it is looked for.`);
  return script;
}
