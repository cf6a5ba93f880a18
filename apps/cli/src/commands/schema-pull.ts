import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { operatorOf } from '../schema-file/apply-schema.js';
import { presentSchema } from '../schema-file/present-schema.js';
import { printSchema } from '../schema-file/schema-file.js';
import { workspace } from './options.js';

export const schemaPull = defineCommand({
  name: 'schema pull',
  summary: 'Print the schema of a workspace as YAML: objects, views, webhooks and automations',
  options: { workspace },
  example: '--workspace $WORKSPACE > schema.yaml',
  async run({ workspace: id }, { env }) {
    const { file } = await withDomain(env, async (domain) => {
      await domain.workspaces.get(id);
      return presentSchema(domain, await domain.access.authorize(operatorOf(id), 'write:schema'));
    });
    return { json: file, text: printSchema(file).trimEnd() };
  },
});
