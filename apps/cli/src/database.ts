import { connect } from 'node:net';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { findDatabase, isBehind } from '#crm-domain/operations';
import { eachHost } from '#platform';
import { readDemoFile } from './demo-file.js';
import { toldByCitus } from './told-by-citus.js';
import { Failure, unreachable } from './failure.js';

/**
 * The one address of the database to work on: that which DATABASE_URL leads to, or else that of a running `npm start`.
 *
 * @throws Failure when there is neither, or when it cannot be reached
 */
export async function databaseUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const { DATABASE_URL } = env;
  if (DATABASE_URL) return reaching(checked(DATABASE_URL), () => findDatabase(DATABASE_URL));
  const kept = readDemoFile()?.database_url;
  if (kept && (await answers(kept))) return kept;
  throw new Failure('No database is configured: set DATABASE_URL, or run npm start in another terminal.');
}

/** Opens the domain over the database at hand for as long as the work takes. @throws Failure, DomainError */
export async function withDomain<T>(env: NodeJS.ProcessEnv, work: (domain: Domain) => Promise<T>): Promise<T> {
  const url = await databaseUrl(env);
  return reaching(url, async () => {
    const domain = await openDomain({ url, poolSize: 4, applicationName: 'crm-cli' });
    try {
      if (await isBehind(domain.source))
        throw new Failure('The database schema is older than this version: run crm migrate first.');
      return await work(domain);
    } finally {
      await domain.close();
    }
  });
}

/** Does work on a database and puts into a sentence that it cannot be reached. */
export async function reaching<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unreachable(error, url) ?? (await toldByCitus(error, url)) ?? error;
  }
}

function checked(url: string): string {
  const [first] = eachHost(url);
  if (first) return first;
  throw new Failure('DATABASE_URL must be an address such as postgres://user:password@localhost:5432/crm.');
}

function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 5432), timeout: 5000 });
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', settle(true)).once('error', settle(false)).once('timeout', settle(false));
  });
}
