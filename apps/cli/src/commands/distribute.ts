import { DomainError } from '#crm-domain';
import {
  PLACES,
  SHARED_TABLES,
  distribute as carryOut,
  distributionPlan,
  refuseMisplaced,
  type DistributionPlan,
} from '#crm-domain/operations';
import { defineCommand } from '../command.js';
import { databaseUrl, reaching } from '../database.js';
import { Failure } from '../failure.js';

const DONE = 'All tables are already distributed.';

export const distribute = defineCommand({
  name: 'distribute',
  summary: 'Distribute the workspaces of a database over the nodes of a Citus cluster',
  details:
    'Run it on a coordinator that already has the Citus extension and its workers. Tables of workspaces are split by workspace, ' +
    'shared tables are copied to every node. Writes to a table wait while it is moved; without --at-once, ' +
    'stop the services before. Read the steps in docs/scaling.md first.',
  options: {
    'dry-run': { about: 'Print the SQL without running it' },
    'at-once': {
      about: 'In one transaction: everything can be read meanwhile, and no part is left when it is interrupted',
    },
  },
  example: '--dry-run',
  async run({ 'dry-run': dry, 'at-once': isAtOnce }, { env, say }) {
    const url = await databaseUrl(env);
    const plan = await reaching(url, () => distributionPlan(url));
    refuseMisplaced(plan.misplaced);
    if (dry) return { json: plan, text: written(plan) };
    if (!plan.hasCitus)
      throw new Failure(
        'This database has no Citus extension. Set up a Citus cluster, restore into its coordinator, and run this there; --dry-run shows the SQL.',
      );
    let step = 0;
    const work = () =>
      carryOut(url, {
        begins: (part, number, of) => {
          step = number;
          say(`Step ${number} of ${of}: ${doneBy(part)}`);
        },
        again: () => say('Other work was in the way. Nothing of this step was kept; it begins again.'),
        isAtOnce,
      });
    const parts = await reaching(url, () => work().catch((error: unknown) => explain(error, step, isAtOnce)));
    return { json: { parts }, text: parts > 0 ? `${inSteps(parts)} ${NEXT}` : DONE };
  },
});

const NEXT =
  'Next: start the services with the address of this coordinator, then run crm doctor and crm check --sample 10.';

/** @throws Failure with what the database said; before the first step, and for what we say ourselves, the error as it is */
function explain(error: unknown, step: number, isAtOnce = false): never {
  if (step === 0 || error instanceof DomainError) throw error;
  const kept = isAtOnce ? 'Nothing was changed.' : 'What the steps before it did is kept.';
  const said = (error as Error).message.replace(/\.?$/, '.');
  throw new Failure(`Step ${step} failed: ${said} ${kept} Mend that and run crm distribute again.`);
}

function inSteps(parts: number): string {
  return `Distributed the tables in ${parts} ${parts === 1 ? 'step' : 'steps'}.`;
}

/** The tables that a part places, or what else it does. */
function doneBy(part: readonly string[]): string {
  const text = part.join('\n');
  const tables = [...text.matchAll(PLACES)];
  if (tables.length > 0) return tables.map(([, name]) => name).join(', ');
  return text.includes('create_distributed_function') ? 'functions of the services' : 'names of workspaces and keys';
}

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
