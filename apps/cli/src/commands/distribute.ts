import { SHARED_TABLES, distribute as carryOut, distributionPlan, type DistributionPlan } from '#crm-domain';
import { defineCommand } from '../command.js';
import { databaseUrl, reaching } from '../database.js';
import { Failure } from '../failure.js';

const DONE = 'Every table has its place already.';

export const distribute = defineCommand({
  name: 'distribute',
  summary: 'Spread the tenants of a database over the nodes of a Citus cluster',
  details:
    'For a coordinator that has the Citus extension and its workers already. Tables of tenants are split by workspace, ' +
    'shared ones copied to every node. Writers of a table wait while it is moved; docs/scaling.md says what to know before.',
  options: { 'dry-run': { about: 'Print the SQL that would be run, and change nothing' } },
  example: '--dry-run',
  async run({ 'dry-run': dry }, { env }) {
    const url = await databaseUrl(env);
    const plan = await reaching(url, () => distributionPlan(url));
    if (dry) return { json: plan, text: written(plan) };
    if (!plan.hasCitus)
      throw new Failure(
        'This database has no Citus extension. Set up a Citus cluster, restore into its coordinator, and run this there; --dry-run shows the SQL.',
      );
    const parts = await reaching(url, () => carryOut(url));
    return { json: { parts }, text: parts > 0 ? `Placed the tables in ${parts} steps.` : DONE };
  },
});

function written({ parts, afterwards }: DistributionPlan): string {
  const head = [
    '-- A copy on every node: ' + SHARED_TABLES.copied.join(', '),
    '-- On the coordinator alone: ' + SHARED_TABLES.local.join(', ') + ', and the schema pgboss',
  ];
  const tail = [
    '-- Once all of this is trusted, to give back the room of the old copies:',
    ...afterwards.map((line) => `-- ${line}`),
  ];
  return [...head, ...(parts.length > 0 ? parts.flat() : [`-- ${DONE}`]), ...tail].join('\n');
}
