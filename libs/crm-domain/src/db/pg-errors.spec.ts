import { UniqueViolation, isAway, translate } from './pg-errors.js';

describe('a violated unique constraint', () => {
  it.each([
    ['Postgres', { code: '23505', constraint: 'object_slug' }, 'object_slug'],
    [
      'a worker of a Citus',
      { code: '23505', message: 'duplicate key value violates unique constraint "object_slug_102008"' },
      'object_slug',
    ],
    [
      'an insert of what a worker has selected',
      { code: 'XX000', message: 'duplicate key value violates unique constraint "record_unique_pkey_102041"' },
      'record_unique_pkey',
    ],
  ])('is named as the schema names it when %s tells it', (_teller, error, constraint) => {
    const told = translate(error);
    expect(told).toBeInstanceOf(UniqueViolation);
    expect(told).toMatchObject({ constraint });
  });

  it('is not what another internal error is taken for', () => {
    const error = { code: 'XX000', message: 'could not create distributed plan' };
    expect(translate(error)).toBe(error);
  });
});

it('knows what a Citus says of a worker that is lost in the middle of a statement', () => {
  expect(isAway({ code: 'XX000', message: '' })).toBe(true);
  const closed = 'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally';
  for (const message of [closed, 'connection not open', 'could not receive data from server: Connection reset by peer'])
    expect(isAway({ code: 'XX000', message })).toBe(true);
  const atItsEnd = 'could not commit transaction for shard 102008 on at least one active node';
  expect(translate({ code: 'XX000', message: atItsEnd }, true)).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('it is unknown whether this was done') as string,
  });
  expect(isAway({ code: 'XX000', message: 'could not create distributed plan' })).toBe(false);
});

it('says whether the database is away, or only no connection was free', () => {
  const told = (message: string) => (translate(new Error(message), true) as Error).message;
  expect(told('timeout exceeded when trying to connect')).toMatch(/^No connection to the database was free in time/);
  expect(told('Client has encountered a connection error and is not queryable')).toMatch(/^The database cannot be/);
});

describe('a write whose node is away', () => {
  const REMOTE = 'connection to the remote node postgres@worker-2:5432 failed with the following error: ';

  it.each([
    [
      'refuses the connection of the coordinator',
      { code: '08006', message: `${REMOTE}connection to server at "10.0.0.2", port 5432 failed: Connection refused` },
    ],
    [
      'is on no network',
      {
        code: '08006',
        message: `${REMOTE}could not translate host name "worker-2" to address: Name or service not known`,
      },
    ],
    ['is starting', { code: '08006', message: `${REMOTE}FATAL:  the database system is starting up` }],
    ['has no connection free', { code: '08006', message: `${REMOTE}FATAL:  sorry, too many clients already` }],
    ['refuses the connection of the service', { code: 'ECONNREFUSED' }],
  ])('is not done where it %s', (_, error) => {
    expect(translate(error, true)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('Nothing was changed') as string,
    });
  });

  it.each([
    ['is lost', { code: '08006', message: `${REMOTE}server closed the connection unexpectedly` }],
    [
      'gives no answer any more',
      { code: '08006', message: `${REMOTE}could not receive data from server: Connection timed out` },
    ],
    ['resets the connection', { code: 'ECONNRESET' }],
  ])('may be done where it %s', (_, error) => {
    expect(translate(error, true)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('it is unknown whether this was done') as string,
    });
  });
});
