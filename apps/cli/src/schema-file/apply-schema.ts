import { DomainError, trustedClaim, type Actor, type Caller, type Domain } from '#crm-domain';
import { newId } from '#platform';
import { Failure, withAllowed } from '../failure.js';
import { chosen, leftOver, staying } from './deletions.js';
import { presentSchema } from './present-schema.js';
import type { SchemaFile } from './schema-file.js';
import type { Step, Workshop } from './step.js';
import { stepsTo } from './steps.js';

export interface Request {
  workspaceId: string;
  wanted: SchemaFile;
  /** Names of what is to be deleted, as `Outcome.left` gives them, separated by commas. */
  deleted: string | undefined;
  isDryRun: boolean;
  seal: Workshop['seal'];
  /** Where something stands in the file, for the error that is about it. */
  placeOf(path: readonly string[]): string;
}

/** What was done, or would be. */
export interface Outcome {
  steps: { text: string; records?: number }[];
  /** What is in the workspace and not in the file, by the names that `--delete` takes. */
  left: string[];
}

const MAX_SHOWN = 5;

/** The command line itself: what it writes says so. */
export function operatorOf(workspaceId: string): Caller {
  return trustedClaim(workspaceId, { origin: 'cli', request_id: newId(), name: 'crm schema' });
}

/**
 * Brings a workspace to what a file says, in one transaction; of a dry run nothing is kept. What does not come out as the
 * file says it is refused, so that the same file changes nothing the second time.
 *
 * @throws Failure, DomainError; then nothing was changed
 */
export async function applySchema(domain: Domain, request: Request): Promise<Outcome> {
  const caller = operatorOf(request.workspaceId);
  const asked = { input: request.wanted, needs: 'write:schema', isDryRun: request.isDryRun, room: 0 } as const;
  const { answer } = await domain.dryRuns.run(caller, asked, () => applied(domain, caller, request));
  return answer;
}

async function applied(domain: Domain, caller: Caller, request: Request): Promise<Outcome> {
  const { wanted, deleted, seal } = request;
  const authorized = () => domain.access.authorize(caller, 'write:schema');
  const actor = await authorized();
  const present = await presentSchema(domain, actor);
  const left = leftOver(present, wanted);
  const deletions = chosen(left, deleted, { present, wanted });
  const steps = [...stepsTo({ present, wanted }), ...deletions.values()];
  const counted = await withRecords(domain, actor, steps);
  for (const step of steps) {
    const workshop = { domain, actor: await authorized(), seal };
    try {
      await step.run(workshop);
    } catch (error) {
      throw placed(error, step, request);
    }
  }
  if (steps.length > 0) await refuseDifference(domain, await authorized(), wanted);
  return { steps: counted, left: staying(left, new Set(deletions.keys())) };
}

/** What a service has to say about a step, with the place that asks for it. */
function placed(error: unknown, { place }: Step, { placeOf }: Request): unknown {
  if (!(error instanceof DomainError) || error.kind === 'unavailable') return error;
  return new Failure(`${typeof place === 'string' ? place : placeOf(place)}: ${withAllowed(error)}`);
}

/** The plan with the records of the objects that it touches, as they are before it. */
async function withRecords(domain: Domain, actor: Actor, steps: readonly Step[]): Promise<Outcome['steps']> {
  const { objects } = domain;
  const there = new Set((await objects.list(actor)).map(({ slug }) => slug));
  const counts = new Map<string, number>();
  for (const { object } of steps) {
    if (object === undefined || counts.has(object) || !there.has(object)) continue;
    counts.set(object, (await domain.records.list(actor, object, { limit: 1, offset: 0 })).total);
  }
  return steps.map(({ text, object }) => ({ text, records: object === undefined ? undefined : counts.get(object) }));
}

async function refuseDifference(domain: Domain, actor: Actor, wanted: SchemaFile): Promise<void> {
  const rest = stepsTo({ present: await presentSchema(domain, actor), wanted }).map(({ text }) => text);
  if (rest.length === 0) return;
  const shown = rest.slice(0, MAX_SHOWN).join('; ');
  const more = rest.length > MAX_SHOWN ? `; and ${rest.length - MAX_SHOWN} more` : '';
  throw new Failure(
    `The workspace cannot become what the file says; after all steps there would still be to do: ${shown}${more}. ` +
      'Write these in the form in which crm schema pull shows them. Nothing was changed.',
  );
}
