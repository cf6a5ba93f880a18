import { DomainError } from '#crm-domain';
import { inspectCitus } from '#crm-domain/operations';
import { Failure } from './failure.js';

/** What ends with this has left something out. */
const INCOMPLETE = 3;

/** Says which nodes of a Citus give no answer, where that may be what an error means. */
export async function withAwayNodes(error: unknown, url: string): Promise<Failure | undefined> {
  if (!(error instanceof DomainError) || error.kind !== 'unavailable') return undefined;
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
