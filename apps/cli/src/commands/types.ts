import { uuid } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments, Failure } from '../failure.js';
import { readFromApi, readFromDatabase } from '../types/schema-reader.js';
import { typeText } from '../types/type-text.js';

export const types = defineCommand({
  name: 'types',
  summary: 'Print the objects of a workspace as TypeScript, for the typed client',
  details:
    'Reads the schema from the database with --workspace, or over the REST API with --url and an API key in ' +
    'CRM_API_KEY. Options of attributes become texts that the compiler checks.',
  options: {
    workspace: { value: '<uuid>', about: 'The workspace, in the database', check: uuid },
    url: { value: '<url>', about: 'The address of the REST API, in place of a workspace', check: webAddress },
  },
  example: '--url http://localhost:3000 > workspace.ts',
  async run({ workspace, url }, { env }) {
    if (!workspace === !url) throw new BadArguments('Either --workspace or --url is needed', 'types');
    if (url && !env.CRM_API_KEY)
      throw new Failure('Set the environment variable CRM_API_KEY to an API key that may read.');
    const objects = url
      ? await readFromApi(url, env.CRM_API_KEY!)
      : await withDomain(env, (domain) => readFromDatabase(domain, workspace!));
    const text = typeText(objects);
    return { json: { types: text }, text: text.trimEnd() };
  },
});

function webAddress(text: string): string | undefined {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
    ? undefined
    : 'must be an address such as https://crm.example.com';
}
