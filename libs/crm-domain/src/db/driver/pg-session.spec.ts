import { changesRows } from './pg-session.js';

it.each([
  ['insert into t (a) values ($1) on conflict do nothing', true],
  ['with x as (delete from t where a = $1 returning b) select b from x', true],
  ['update t set a = $1', true],
  ['UPDATE "t" SET "a" = $1 WHERE "b" = $2', true],
  ['UPDATE "t" "x" SET "a" = $1', true],
  ['INSERT INTO "t"("a") VALUES ($1)', true],
  ['DELETE FROM "t" WHERE "b" = $1', true],
  ['SELECT "t"."a" AS "t_a" FROM "t" "t" WHERE "t"."b" = $1 FOR UPDATE', false],
  ['UPDATE t AS x\n  SET a = $1', true],
  ['with moved as (update record r set a = $1 returning b) select b from moved', true],
  ['select a from t where b = $1 for update', false],
  ['select a from t for no key update skip locked', false],
  ['select updated_at, deleted_at from t', false],
])('whether a statement writes: %s, %s', (text, expected) => {
  expect(changesRows(text)).toBe(expected);
});
