import { changesRows } from './db.js';

it.each([
  ['insert into t (a) values ($1) on conflict do nothing', true],
  ['with x as (delete from t where a = $1 returning b) select b from x', true],
  ['update t set a = $1', true],
  ['UPDATE t AS x\n  SET a = $1', true],
  ['with moved as (update record r set a = $1 returning b) select b from moved', true],
  ['select a from t where b = $1 for update', false],
  ['select a from t for no key update skip locked', false],
  ['select updated_at, deleted_at from t', false],
])('whether a statement writes: %s, %s', (text, expected) => {
  expect(changesRows(text)).toBe(expected);
});
