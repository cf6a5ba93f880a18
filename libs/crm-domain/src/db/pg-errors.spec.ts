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
  expect(isAway({ code: 'XX000', message: 'could not create distributed plan' })).toBe(false);
});
