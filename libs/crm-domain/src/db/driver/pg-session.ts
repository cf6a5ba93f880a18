import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { traced } from '#platform';
import { translate } from '../pg-errors.js';
import type { Session, Statement } from '../session.js';
import type { PipelinedReads } from './pipelined-reads.js';
import { describeRows, rowsOf } from './rows-query.js';
import { sessionManager } from './session-manager.js';

/** A session over a pool or one connection of it. Errors of Postgres become DomainErrors here. @param shared for statements that only read */
export function sessionOf(source: DataSource, client: Pool | PoolClient, shared?: PipelinedReads): Session {
  let manager: EntityManager | undefined;
  const session: Session = {
    describe: (text) =>
      traced('sql describe', {}, () => describeRows(client, text)).catch((error: unknown) => {
        throw translate(error);
      }),
    entities: () => (manager ??= sessionManager(source, session)),
    async query<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
      const { name, text, pipelined, does = text } = statement;
      const rows = () => (shared && pipelined ? shared.rows(statement, values) : rowsOf(client, statement, values));
      try {
        return (await traced(`sql ${name ?? verbOf(text)}`, {}, rows)) as Row[];
      } catch (error) {
        throw translate(error, settles(client, does));
      }
    },
  };
  return session;
}

/** What a statement without a name is called in a trace: its first word, in which no value can be. */
function verbOf(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '';
}

/** Whether a statement is the end of what it belongs to: a commit, or a write that is a transaction of its own. */
function settles(client: Pool | PoolClient, text: string): boolean {
  return 'release' in client ? text === 'commit' : changesRows(text);
}

/** Whether a statement writes; one that only locks (`for update`) does not. */
export function changesRows(text: string): boolean {
  return /\b(insert into|delete from|update\s+("\w+"|\w+)(\s+(as\s+)?("\w+"|\w+))?\s+set)\b/i.test(text);
}
