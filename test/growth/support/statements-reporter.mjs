import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gathers the statements that the services ran in all tests of a run, and fails the run when one of them forgets the
 * tenant.
 */
export default class StatementsReporter {
  #globalConfig;
  #dir = mkdtempSync(join(tmpdir(), 'crm-statements-'));
  #error;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
    // Inherited by the workers, which start later.
    process.env.STATEMENTS_DIR = this.#dir;
  }

  async onRunComplete(_contexts, results) {
    const statements = this.#collected();
    rmSync(this.#dir, { recursive: true, force: true });
    const databaseUrl = process.env.TEST_DATABASE_URL;
    const isPlanned = statements.length > 0 && databaseUrl && !process.env.TEST_DATABASE_NODES;
    if (!isPlanned || results.wasInterrupted) return;
    const { judgeStatements } = await import('../../../dist/test/growth/support/judge-statements.js');
    // What services in processes of their own send is not gathered.
    const isAll = this.#globalConfig.testPathPatterns.patterns.length === 0 && !process.env.TWO_OF_EACH;
    const isWhole = isAll && results.numFailedTestSuites === 0;
    const { problems, count, exceptions } = await judgeStatements(statements, { databaseUrl, isWhole });
    process.stdout.write(
      `${count} statements of the services name their tenant for every table, ${exceptions} are listed exceptions.\n`,
    );
    if (isWhole) await noteText(statements);
    if (problems.length === 0) return;
    this.#error = new Error('Statements of the services that could not be split by tenant.');
    process.stdout.write(`\n${this.#error.message}\n\n${problems.join('\n\n')}\n\n`);
  }

  getLastError() {
    return this.#error;
  }

  #collected() {
    const lines = readdirSync(this.#dir).flatMap((file) =>
      readFileSync(join(this.#dir, file), 'utf8').trim().split('\n'),
    );
    return [...new Set(lines)].map((line) => JSON.parse(line));
  }
}

/** Leaves the statements where `npm run accept` finds them, and says how many differ from what is committed. */
async function noteText(statements) {
  const { changedStatements, statementsText } = await import('../../../dist/test/growth/support/statements-text.js');
  const committed = 'test/snapshots/statements.sql';
  const text = statementsText(statements);
  writeFileSync('dist/statements.sql', text);
  const changed = changedStatements(existsSync(committed) ? readFileSync(committed, 'utf8') : '', text);
  if (changed > 0)
    process.stdout.write(`${changed} statements are not those of ${committed}; npm run accept writes them.\n`);
}
