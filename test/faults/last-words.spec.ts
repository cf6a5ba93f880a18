import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const PROGRAM = join(process.cwd(), 'dist/test/faults/support/last-words-main.js');

describe('a database that dies in the moment in which a connection is ready', () => {
  let database: FreshDatabase;
  beforeAll(async () => (database = await freshDatabase()));
  afterAll(() => database.drop());

  it('does not take with it those who were to use the connection', async () => {
    const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [PROGRAM], { env });
    expect(stderr).toBe('');
    const [, heard, answered, asked] = /^heard (\d+), answered (\d+) of (\d+)\n$/.exec(stdout)!;
    expect(Number(heard)).toBeGreaterThan(10);
    expect(Number(answered)).toBeLessThan(Number(asked));
  });
});
