import { documentCheck } from '../../libs/crm-domain/src/records/query/condition-sql.js';
import { parseQuery } from '../../libs/crm-domain/src/records/query/parse-query.js';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

/** As long as what is indexed of a text, so that the documents have to be read. */
const LONG = 64;

describe('a condition on texts that are longer than what is indexed of them', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'body' });
    await rest.sql('create sequence lowered');
  });
  afterAll(() => rest.stop());

  /** Has `lower` count the characters that it is given. */
  const countLowered = () =>
    rest.sql(`create or replace function public.lower(v text) returns text language plpgsql stable as $$ begin
      perform setval('lowered', nextval('lowered') + length(v));
      return pg_catalog.lower(v collate "und-x-icu"); end $$`);

  /** Those of some texts that are found; all are in one object, and in no index. */
  async function found(operator: string, value: unknown): Promise<{ texts: string[]; lowered: number }> {
    const schema = (await rest.domain.schemas.recent(rest.workspace_id))!;
    const asked = { filter: [{ attribute: 'body', operator, value }], limit: 1, offset: 0 } as never;
    const [condition] = parseQuery({ object: schema.find(object.object_id)!, schema }, asked).conditions;
    const values: unknown[] = [object.object_id];
    const check = documentCheck(condition!, (each) => `$${values.push(each)}`);
    const client = await rest.pool.connect();
    try {
      await client.query('set search_path = public, pg_catalog');
      await client.query(`select setval('lowered', 1)`);
      const { rows } = await client.query<{ label: string }>(
        `select r.label from record r where r.object_id = $1 and ${check} order by r.record_id`,
        values,
      );
      const [count] = await rest.sql<{ n: string }>('select last_value as n from lowered');
      return { texts: rows.map(({ label }) => label), lowered: Number(count!.n) };
    } finally {
      await client.query('reset search_path');
      client.release();
    }
  }

  it('looks at no more of them than its operand needs', async () => {
    await countLowered();
    for (let n = 0; n < 3; n++) await aRecord(rest, object, { name: `Long ${n}`, body: 'Long '.repeat(9999) });
    const operand = 'LONG '.repeat(20);
    const [begin, equal] = [await found('starts_with', operand), await found('eq', operand)];
    expect([begin.texts.length, equal.texts.length]).toEqual([3, 0]);
    expect(Math.max(begin.lowered, equal.lowered)).toBeLessThan(3000);
  });

  it('finds what the whole texts say', async () => {
    await countLowered();
    await rest.sql('delete from record where object_id = $1', [object.object_id]);
    const parts = ['İ', 'I\u0307', 'ß', 'ẞ', 'ﬀ', 'Ì', 'ΑΣ', 'Σ ', 'x'];
    const bodies = parts.flatMap((part) => [
      part.repeat(LONG + 1).trim(),
      part.repeat(LONG * 3).trim(),
      `${part.repeat(LONG + 1)}!`,
    ]);
    for (const [at, body] of bodies.entries()) await aRecord(rest, object, { name: String(at + 1), body });
    const client = await rest.pool.connect();
    const said = async (operator: string, operand: string) => {
      const compare = operator === 'eq' ? 'a = b' : 'starts_with(a, b)';
      const { rows } = await client.query<{ n: number }>(
        `select n::int from (select n, lower(body collate "und-x-icu") as a, lower($2 collate "und-x-icu") as b
          from unnest($1::text[]) with ordinality t(body, n)) t where ${compare} order by n`,
        [bodies, operand],
      );
      return rows.map(({ n }) => String(n));
    };
    try {
      for (const body of bodies)
        for (const operand of [body, body.toLowerCase()])
          for (const operator of ['eq', 'starts_with']) {
            const wanted = operator === 'eq' ? operand : operand.toLowerCase();
            const { texts } = await found(operator, operand);
            expect(texts).toEqual(await said(operator, wanted));
          }
    } finally {
      client.release();
    }
  });
});
