import type { Pool } from 'pg';
import { logger } from '#platform';
import { DomainError } from '../../errors.js';
import { translate, UniqueViolation } from '../pg-errors.js';
import type { Session, Statement } from '../session.js';
import { DirectNodes } from './direct-nodes.js';

const TENANT = '0197f000-0000-7000-8000-000000000001';
const READ: Statement = {
  name: 'read',
  text: `select r."label" from record r join "record" s using (record_id) where r.kind = 'record' and r.note <> 'a record, not record''s' and record.id = $1`,
};

/** A coordinator that knows one tenant, and a node that answers as it is told to. */
function cluster() {
  const asked: string[] = [];
  const sent: Statement[] = [];
  const node = { answer: (): unknown[] => [{ label: 'Found' }] };
  const coordinator: Session = {
    query: (statement) => {
      asked.push(statement.name!);
      const rows = statement.name === 'tenant-place' ? [{ shard: '102008', host: 'worker-1', port: 5432 }] : NAMES;
      return Promise.resolve(rows as never);
    },
  };
  const session: Session = {
    query: (statement) => {
      sent.push(statement);
      return Promise.resolve().then(() => node.answer() as never);
    },
  };
  const nodes = new DirectNodes({ options: {} } as Pool, () => session);
  return { asked, sent, node, rows: (statement = READ) => nodes.rows(coordinator, TENANT, [statement, ['1']]) };
}

const NAMES = [
  { plain: 'record', shard: '102008' },
  { plain: 'index_text', shard: '102040' },
];
const fails = (error: unknown) => () => {
  throw error;
};
const unreachable = () => {
  const error = new DomainError('unavailable', 'The database cannot be reached at the moment.');
  error.cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  return error;
};

describe('DirectNodes', () => {
  beforeEach(() => void jest.spyOn(logger, 'warn').mockReturnValue(undefined));

  it('sends a statement with the names of its shard, held in its place, and asks once where that is', async () => {
    const { asked, sent, rows } = cluster();
    expect(await rows()).toEqual([{ label: 'Found' }]);
    await rows();
    expect(asked).toEqual(['tenant-place', 'shard-names']);
    expect(sent[0]).toEqual({
      name: 'read_102008',
      text: `select r."label" from record_102008 r join record_102008 s using (record_id) where r.kind = 'record' and r.note <> 'a record, not record''s' and record_102008.id = $1`,
      does: READ.text,
      holds: {
        id: '102008',
        plainNames: new Map([
          ['record_102008', 'record'],
          ['index_text_102040', 'index_text'],
        ]),
      },
    });
  });

  it.each<[string, unknown]>([
    ['has moved', Object.assign(new Error('moved'), { code: 'CM001' })],
    [
      'was split',
      translate(Object.assign(new Error('could not find valid entry for shard 102008'), { code: 'XX000' })),
    ],
  ])('leaves a statement to the coordinator when the shard %s, and looks anew where it is', async (_what, error) => {
    const { asked, node, rows } = cluster();
    node.answer = fails(error);
    expect(await rows()).toBeUndefined();
    node.answer = () => [];
    expect(await rows()).toEqual([]);
    expect(asked).toEqual(['tenant-place', 'shard-names', 'tenant-place']);
  });

  it.each<[string, unknown]>([
    ['cannot be reached', unreachable()],
    ['refuses the password', Object.assign(new Error('no'), { code: '28P01' })],
    ['has not the function', Object.assign(new Error('no'), { code: '26000' })],
  ])('leaves statements to the coordinator for a while when a node %s', async (_what, error) => {
    const { sent, node, rows } = cluster();
    node.answer = fails(error);
    expect(await rows()).toBeUndefined();
    expect(await rows()).toBeUndefined();
    expect(sent).toHaveLength(1);
  });

  it('leaves it to nobody else when something may have been done', async () => {
    const { node, rows } = cluster();
    const lost = new DomainError('unavailable', 'Unknown whether this was done.');
    lost.cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    node.answer = fails(lost);
    await expect(rows()).rejects.toBe(lost);
  });

  it('names a violated constraint as it is called without shards', async () => {
    const { node, rows } = cluster();
    node.answer = fails(new UniqueViolation('record_view_slug_102008', 'Key exists.'));
    await expect(rows()).rejects.toMatchObject({ constraint: 'record_view_slug', detail: 'Key exists.' });
  });
});
