import { readdirSync } from 'node:fs';
import { migrationSql } from './data-source.js';
import { statementsOf } from './sql-statements.js';

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

  it('takes the migrations apart without losing any of them', () => {
    const folder = new URL('./migrations/', import.meta.url);
    const names = readdirSync(folder).flatMap((file) => /^(.*)\.up\.sql$/.exec(file)?.[1] ?? []);
    for (const name of names)
      for (const direction of ['up', 'down'] as const) {
        const statements = statementsOf(migrationSql(name, direction));
        expect(
          statements.filter((each) => !/^(?:create|alter|drop|insert|update|delete|with|do|select)\b/i.test(each)),
        ).toEqual([]);
        expect(statements.length).toBeGreaterThan(0);
      }
  });
});
