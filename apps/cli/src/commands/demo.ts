import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { loadDemo } from '../demo/load-demo.js';
import { workspace } from './options.js';

export const demo = defineCommand({
  name: 'demo',
  summary: 'Fill a workspace with made-up people, companies and deals',
  options: { workspace, force: { about: 'Do so even if the workspace has records already' } },
  example: '--workspace $WORKSPACE',
  async run(given, { env }) {
    const counts = await withDomain(env, (domain) => loadDemo(domain, given.workspace, { force: given.force }));
    const { people, companies, deals } = counts;
    return { json: counts, text: `Loaded ${people} people, ${companies} companies and ${deals} deals.` };
  },
});
