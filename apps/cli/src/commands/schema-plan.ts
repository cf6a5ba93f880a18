import { readFile, stat } from 'node:fs/promises';
import { webhookSecretOwner } from '#crm-domain/events';
import { readSettings, Vault } from '#platform';
import { credentialKeysOf } from '../account-credentials.js';
import { filled } from '../checks.js';
import { defineCommand, type Answer } from '../command.js';
import { withDomain } from '../database.js';
import { Failure } from '../failure.js';
import { applySchema, type Outcome } from '../schema-file/apply-schema.js';
import { MAX_FILE_CHARACTERS, parseSchema, placeIn } from '../schema-file/schema-file.js';
import { workspace } from './options.js';

const options = {
  workspace,
  file: { value: '<path>', about: 'The file, as crm schema pull writes it', required: true, check: filled },
  delete: {
    value: '<names>',
    about: 'What is not in the file and is deleted with its data, such as projects,people.size,view:old',
    check: filled,
  },
} as const;

export const schemaPlan = defineCommand({
  name: 'schema plan',
  summary: 'Show what schema apply would change, and how many records it touches',
  details: 'All steps are tried in a transaction that is rolled back, so what the plan shows can be done.',
  options,
  example: '--workspace $WORKSPACE --file schema.yaml',
  run: (given, { env }) => carryOut(given, env, true),
});

export const schemaApply = defineCommand({
  name: 'schema apply',
  summary: 'Bring the schema of a workspace to what a file says, all of it or nothing',
  details:
    'What the file does not name stays. Nothing that holds data is deleted unless --delete names it. Options and stages ' +
    'can be archived here; to rename or delete one, use the API.',
  options,
  example: '--workspace $WORKSPACE --file schema.yaml',
  run: (given, { env }) => carryOut(given, env, false),
});

async function carryOut(
  given: { workspace: string; file: string; delete: string | undefined },
  env: NodeJS.ProcessEnv,
  isDryRun: boolean,
): Promise<Answer> {
  const content = await contentOf(given.file);
  const wanted = parseSchema(content);
  const { workspace: workspaceId, delete: deleted } = given;
  const seal = await sealFor(env, workspaceId);
  const outcome = await withDomain(env, async (domain) => {
    await domain.workspaces.get(workspaceId);
    const placeOf = (path: readonly string[]) => placeIn(content, path);
    return applySchema(domain, { workspaceId, wanted, deleted, isDryRun, seal, placeOf });
  });
  return { json: outcome, text: textOf(outcome, isDryRun) };
}

async function contentOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    // A character has at most four bytes.
    if (size > MAX_FILE_CHARACTERS * 4) throw new Failure(`The file has more than ${MAX_FILE_CHARACTERS} characters.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`The file cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`);
  }
}

/** Keys are asked for when a webhook is made: most files make none. */
async function sealFor(env: NodeJS.ProcessEnv, workspaceId: string) {
  const { credentialKeys } = await import('#channels');
  return (webhookId: string, secret: string) => {
    const settings = readSettings({ CREDENTIALS_KEYS: credentialKeys }, { CREDENTIALS_KEYS: credentialKeysOf(env) });
    return new Vault(settings.CREDENTIALS_KEYS!).seal(webhookSecretOwner(workspaceId.toLowerCase(), webhookId), secret);
  };
}

function textOf({ steps, left }: Outcome, isDryRun: boolean): string {
  const lines = steps.map(({ text, records }) => `  ${text}${records ? ` (${records} records)` : ''}`);
  const heading = isDryRun ? 'These steps would be done:' : 'These steps were done:';
  const kept = left.length > 0 ? [`Not in the file, and left as it is: ${left.join(', ')}`] : [];
  return [...(lines.length > 0 ? [heading, ...lines] : ['Nothing to change.']), ...kept].join('\n');
}
