import { readdirSync } from 'node:fs';
import { migrationSql } from './data-source.js';
import { statementsOf } from './sql-statements.js';

function namesOfMigrations(): string[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .flatMap((file) => /^(.*)\.up\.sql$/.exec(file)?.[1] ?? [])
    .sort();
}

describe('statementsOf', () => {
  it('ends a statement at a semicolon, but not at one in a text, a name, a body or a comment', () => {
    const sql = `-- One; two.
      insert into t values ('a;''b', 1); /* none; */
      create function f() returns int language sql as $body$ select 1; select 2; $body$;
      alter table "a;b" add c int; ;
      select $1::text`;
    expect(statementsOf(sql)).toEqual([
      `insert into t values ('a;''b', 1)`,
      'create function f() returns int language sql as $body$ select 1; select 2; $body$',
      'alter table "a;b" add c int',
      'select $1::text',
    ]);
    expect(statementsOf('  -- nothing\n;')).toEqual([]);
  });

  it('finds no migration that adds a column with a constraint, which a Citus refuses', () => {
    const refused = namesOfMigrations().flatMap((name) => {
      const isAdded = /^alter table\b[\s\S]*\badd column\b[\s\S]*\b(?:check|references|unique|primary key)\b/i;
      return statementsOf(migrationSql(name, 'up')).some((each) => isAdded.test(each)) ? [name] : [];
    });
    // Older than any distributed database.
    expect(refused).toEqual([]);
  });

  it('takes the migrations apart without losing any of them', () => {
    for (const name of namesOfMigrations())
      for (const direction of ['up', 'down'] as const) {
        const statements = statementsOf(migrationSql(name, direction));
        expect(
          statements.filter((each) => !/^(?:create|alter|drop|insert|update|delete|with|do|select)\b/i.test(each)),
        ).toEqual([]);
        expect(statements.length).toBeGreaterThan(0);
      }
  });
});
