import { DomainError } from '#crm-domain';
import { distributionPlan, inspectCitus } from '#crm-domain/operations';
import { Failure } from './failure.js';

/** What ends with this has left something out. */
const INCOMPLETE = 3;

/** What an error of a database on several nodes may mean: nodes that give no answer, or tables that are not placed yet. */
export async function toldByCitus(error: unknown, url: string): Promise<Failure | undefined> {
  if (error instanceof Failure) return undefined;
  if (!(error instanceof DomainError)) return placedInPart(url);
  return error.kind === 'unavailable' ? withAwayNodes(error, url) : undefined;
}

/** What to say where some tables are on the nodes and others are not, so that most statements are refused. */
export async function placedInPart(url: string): Promise<Failure | undefined> {
  const plan = await distributionPlan(url).catch(() => undefined);
  if (!plan?.isPartly && !plan?.misplaced.length) return undefined;
  return new Failure(
    'Only a part of the tables is placed on the nodes. Run crm distribute first; crm doctor says more.',
  );
}

async function withAwayNodes(error: DomainError, url: string): Promise<Failure | undefined> {
  const facts = await inspectCitus(url).catch(() => undefined);
  const away = facts?.nodes.filter(({ failure }) => failure !== undefined).map(({ node }) => node) ?? [];
  return away.length > 0 ? new Failure(`${error.message} ${noAnswerFrom(away)}.`) : undefined;
}

/** @param consequence what it means for the work, as a sentence; undefined where all nodes gave an answer */
export function incomplete(away: readonly string[], consequence: string): Failure | undefined {
  return away.length > 0 ? new Failure(`${noAnswerFrom(away)}. ${consequence}`, INCOMPLETE) : undefined;
}

function noAnswerFrom(nodes: readonly string[]): string {
  return `No answer comes from ${nodes.length === 1 ? 'the node' : 'the nodes'} ${nodes.join(', ')} of the cluster`;
}
