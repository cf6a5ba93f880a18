import { Domain, type Claim } from '#crm-domain';
import type { Session } from '../../libs/crm-domain/src/db/session.js';
import { RecordStore } from '../../libs/crm-domain/src/records/record.store.js';
import { aRecord, anAttribute, anObject, pathTo, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

const KIB = 1024;

describe('a record beyond 64 KiB', () => {
  let rest: Rest;
  let object: AnObject;
  let claim: Claim;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const key = rest.writer.authorization!.replace('Bearer ', '');
    claim = await rest.app.get(Domain).apiKeys.identify(key, { origin: 'rest-api', request_id: 'none' });
  });
  afterAll(() => rest.stop());

  /** A store that keeps of each statement whether it is brief, and the bytes of its rows. */
  function watched() {
    const asked: { isBrief: boolean; bytes: number }[] = [];
    const session: Session = {
      async query<Row>({ name, text, isBrief }: Parameters<Session['query']>[0], values: unknown[]) {
        const { rows } = await rest.pool.query({ name, text, values });
        asked.push({ isBrief: isBrief ?? false, bytes: JSON.stringify(rows).length });
        return rows as Row[];
      },
    };
    return { asked, store: new RecordStore(session, claim.workspace_id) };
  }

  it.each([
    ['a short one by one brief statement', 3, 'set size = size', [true]],
    ['a long one by another, which is not brief', 5, 'set size = size', [true, false]],
    ['a long one whose size nobody stored as well', 5, 'set size = null', [true, false]],
  ])('is not read by a statement that others wait for: %s', async (_, texts, arrange, brief) => {
    const values = Array.from({ length: texts }, (__, n) => `${n}`.padEnd(20_000, 'long '));
    const record = await aRecord(rest, object, { name: 'Kept', texts: values });
    const { record_id } = record.id;
    await rest.sql(`update record ${arrange} where record_id = $1`, [record_id]);
    const { asked, store } = watched();
    const found = await store.find(claim, record_id);
    expect(JSON.stringify(found!.vals)).toContain(values[2]);
    expect(asked.map(({ isBrief }) => isBrief)).toEqual(brief);
    for (const { isBrief, bytes } of asked) if (isBrief) expect(bytes).toBeLessThan(70 * KIB);
    const path = pathTo(object, record);
    const { body } = await rest.writer.patch(path, { data: { name: 'Changed' } }).expect(200);
    expect(body.data.values.texts).toHaveLength(texts);
    await rest.writer.post(`${path}/trash`, {}).expect(200);
    expect(JSON.stringify((await store.findTrashed(claim, record_id))!.vals)).toContain(values[2]);
    expect((await rest.writer.post(`${path}/restore`, {}).expect(200)).body.data.values.texts).toHaveLength(texts);
    await rest.reader.get(path).expect(200);
  });
});
