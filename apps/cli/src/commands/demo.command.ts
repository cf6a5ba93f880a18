import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { loadDemo } from '../demo/load-demo.js';

export const demo = defineCommand({
  name: 'demo',
  summary: 'fill a workspace with about 200 made-up people, companies and deals',
  options: { workspace: { value: '<uuid>', about: 'id of the workspace', required: true } },
  example: '--workspace 0197f000-0000-7000-8000-000000000001',
  async run({ workspace }) {
    const made = await withDomain((domain) => loadDemo(domain, workspace));
    return { json: made, text: `Added ${made.companies} companies, ${made.people} people and ${made.deals} deals.` };
  },
});
