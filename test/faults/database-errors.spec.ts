import { once } from 'node:events';
import pg from 'pg';
import { freshDatabase } from '../support/database.js';
import { translate } from '../../libs/crm-domain/src/db/pg-errors.js';

describe('an error of the database', () => {
  it.each([
    'EAI_AGAIN',
    'ENOTFOUND',
    'ENETUNREACH',
    'ENETDOWN',
    'EHOSTUNREACH',
    'ECONNREFUSED',
    '57P01',
    '25P03',
    '25P04',
  ])('%s says that the database cannot be reached, and that the same may be tried again', (code) => {
    expect(translate(Object.assign(new Error('It failed.'), { code }))).toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    ['EAI_AGAIN', /Nothing was changed/],
    ['ENOTFOUND', /Nothing was changed/],
    ['EHOSTUNREACH', /Nothing was changed/],
    ['ECONNREFUSED', /Nothing was changed/],
    ['57P03', /Nothing was changed/],
    ['53300', /Nothing was changed/],
    ['ECONNRESET', /so it is unknown whether this was done/],
    ['EPIPE', /so it is unknown whether this was done/],
    ['57P01', /so it is unknown whether this was done/],
    ['25P03', /so it is unknown whether this was done/],
  ])('%s while a change is settled says whether that may have been done', (code, message) => {
    const error = Object.assign(new Error('It failed.'), { code });
    expect(translate(error, true)).toMatchObject({ kind: 'unavailable', message: expect.stringMatching(message) });
  });

  it('that ends a transaction in which nothing happened for long says the same', async () => {
    const database = await freshDatabase();
    const client = new pg.Client({ connectionString: database.url, idle_in_transaction_session_timeout: 50 });
    await client.connect();
    const lost = once(client, 'error');
    await client.query('begin');
    const [error] = (await lost) as [{ code: string }];
    expect(error.code).toBe('25P03');
    expect(translate(error)).toMatchObject({ kind: 'unavailable' });
    await client.end().catch(() => undefined);
    await database.drop();
  });

  it.each(['28P01', '26000', '22001'])('%s passes as it is', (code) => {
    const error = Object.assign(new Error('It failed.'), { code });
    expect(translate(error)).toBe(error);
  });
});
