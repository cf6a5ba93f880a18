import { inspectDatabase, pendingMigrations, type DatabaseFacts } from '#crm-domain';
import { sentenceOf, unreachable } from '../failure.js';
import { ok, warning, wrong, type Finding } from './finding.js';

const OLDEST = 15;
/** Of the connections that a server allows, those that two services of each kind keep open at most. */
const SERVICES = 4;
/** For searches, for the job queue, and to be woken. */
const BESIDE_THE_POOL = 3 + 2 + 1;

export async function examineDatabase(url: string, poolSize: number): Promise<Finding[]> {
  try {
    const facts = await inspectDatabase(url);
    const pending = await pendingMigrations(url);
    return [
      versionOf(facts),
      ...writesOf(facts),
      schemaOf(pending.map(({ name }) => name)),
      ...roomIn(facts, poolSize),
    ];
  } catch (error) {
    const { message } = unreachable(error, url) ?? { message: sentenceOf(error) };
    return [wrong(message, 'Start it, or correct DATABASE_URL.')];
  }
}

function versionOf({ version }: DatabaseFacts): Finding {
  const text = `PostgreSQL ${version}`;
  return Number.parseInt(version) >= OLDEST
    ? ok(text)
    : wrong(text, `It must be ${OLDEST} or newer: upgrade the server.`);
}

function writesOf({ read_only }: DatabaseFacts): Finding[] {
  if (!read_only) return [];
  const fix = 'Point DATABASE_URL at the primary, or end its recovery and default_transaction_read_only.';
  return [wrong('It is read-only, so nothing can be written', fix)];
}

function schemaOf(pending: readonly string[]): Finding {
  if (pending.length === 0) return ok('The schema is up to date');
  return wrong(`Not yet applied: ${pending.join(', ')}`, 'Run crm migrate; crm migrate --dry-run shows what it does.');
}

function roomIn({ max_connections }: DatabaseFacts, poolSize: number): Finding[] {
  const wanted = SERVICES * (poolSize + BESIDE_THE_POOL);
  if (wanted <= max_connections) return [];
  const text = `The server allows ${max_connections} connections; ${SERVICES} services may open ${wanted}`;
  return [warning(text, 'Lower DATABASE_POOL_SIZE, raise max_connections, or put a pooler in front.')];
}
