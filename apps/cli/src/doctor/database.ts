import { DomainError } from '#crm-domain';
import { inspectDatabase, pendingMigrations, type DatabaseFacts, type MissingRight } from '#crm-domain/operations';
import { sentenceOf, unreachable } from '../failure.js';
import { examineCitus } from './citus.js';
import { ok, skipped, warning, wrong, type Finding } from './finding.js';
import { examineSealed } from './sealed.js';
import type { DeploymentSettings } from './settings.js';

const OLDEST = 15;
/** It answers, and says itself that it is a worker. */
const TO_COORDINATOR =
  'Set DATABASE_URL to the coordinator; select nodename, nodeport from pg_dist_node where groupid = 0 tells which.';
/** Of the connections that a server allows, those that two services of each kind keep open at most. */
const SERVICES = 4;
/** For searches, for the job queue, and to be woken. */
const BESIDE_THE_POOL = 3 + 2 + 1;

export async function examineDatabase(url: string, settings: DeploymentSettings): Promise<Finding[]> {
  const found: Finding[] = [];
  try {
    await examine(url, settings, found);
  } catch (error) {
    const { message } = unreachable(error, url) ?? { message: sentenceOf(error) };
    const failed = wrong(message, fixOf(error));
    // It is not the database that was meant.
    return error instanceof DomainError ? [failed] : [...found, failed];
  }
  return found;
}

/** @param found is told what is known, step by step, so that it is not lost with what goes wrong later */
async function examine(url: string, settings: DeploymentSettings, found: Finding[]): Promise<void> {
  const facts = await inspectDatabase(url);
  found.push(versionOf(facts), ...writesOf(facts), ...roomIn(facts, settings.DATABASE_POOL_SIZE ?? 10));
  const lacking = rightsOf(facts);
  // Without rights a schema looks as if it was never made.
  if (lacking.length > 0)
    return void found.push(...lacking, skipped('The schema cannot be checked without these rights'));
  const pending = (await pendingMigrations(url)).map(({ name }) => name);
  if (pending.length > 0) return void found.push(pendingOf(pending, facts));
  found.push(ok('The schema is up to date'));
  const placed = await examineCitus(url);
  found.push(...placed);
  found.push(...(await examineSealed(url, settings).catch((error: unknown) => withoutANode(error, placed))));
}

const TOO_SLOW = '57014';

function fixOf(error: unknown): string {
  if (error instanceof DomainError) return TO_COORDINATOR;
  if ((error as { code?: unknown }).code === TOO_SLOW)
    return 'It answers slowly: look at its load, then run crm doctor again.';
  return 'Start the database, or correct DATABASE_URL. If it runs, it has too much to do to answer in time.';
}

/** What was found of the nodes says it better. @throws the error where they are all right */
function withoutANode(error: unknown, placed: readonly Finding[]): Finding[] {
  if (!placed.some(({ state }) => state === 'wrong')) throw error;
  return [skipped('Encrypted secrets cannot be checked without all nodes')];
}

function versionOf({ version }: DatabaseFacts): Finding {
  const text = `PostgreSQL ${version}`;
  return Number.parseInt(version) >= OLDEST
    ? ok(text)
    : wrong(text, `It must be ${OLDEST} or newer: upgrade the server.`);
}

function writesOf({ read_only }: DatabaseFacts): Finding[] {
  if (!read_only) return [];
  const fix = 'Point DATABASE_URL at the primary, or end its recovery, or switch default_transaction_read_only off.';
  return [wrong('It is read-only, so nothing can be written', fix)];
}

/** One finding for each schema; the right to use it comes before all others. */
function rightsOf({ role, missing_rights }: DatabaseFacts): Finding[] {
  return [...Map.groupBy(missing_rights, ({ schema }) => schema)].map(([schema, rights]) => {
    if (rights.some(({ right }) => right === 'USAGE')) {
      const grants = `grant usage on schema ${schema} to ${role}, and grant select, insert, update, delete on its tables`;
      return wrong(`The role ${role} may not use the schema ${schema}`, `As its owner: ${grants}.`);
    }
    const names = rights.map(({ right }) => right).join(', ');
    const fix = `As their owner: grant select, insert, update, delete on all tables in schema ${schema} to ${role}.`;
    return wrong(`The role ${role} has no ${names} on ${tablesOf(rights)} of the schema ${schema}`, fix);
  });
}

function tablesOf(rights: readonly MissingRight[]): string {
  const [{ tables, example }] = rights.toSorted((a, b) => b.tables - a.tables) as [MissingRight];
  return tables === 1 ? `the table ${example}` : `${tables} tables (such as ${example})`;
}

function pendingOf(pending: readonly string[], { role, may_migrate }: DatabaseFacts): Finding {
  const text = `Not yet applied: ${pending.join(', ')}`;
  if (may_migrate) return wrong(text, 'Run crm migrate; crm migrate --dry-run shows the SQL.');
  const fix = 'Run crm migrate with a DATABASE_URL whose role owns the tables and may create others.';
  return wrong(`${text}; the role ${role} may not create or change the tables that they need`, fix);
}

function roomIn({ max_connections }: DatabaseFacts, poolSize: number): Finding[] {
  const wanted = SERVICES * (poolSize + BESIDE_THE_POOL);
  if (wanted <= max_connections) return [];
  const text = `The server allows ${max_connections} connections; ${SERVICES} services may open ${wanted}`;
  return [warning(text, 'Lower DATABASE_POOL_SIZE, raise max_connections, or put a pooler in front.')];
}
