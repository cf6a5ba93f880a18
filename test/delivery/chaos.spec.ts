import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { chaos, isProof } from './support/chaos-run.js';

describe('deliveries while providers fail and workers are killed', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('sends nothing twice, and says of nothing what is not so', async () => {
    const report = await chaos({ databaseUrl: database.url, seconds: 10, seed: 7 });
    const { messages, strikes: _, met, in_hand, sent, failed, ...wrong } = report;
    expect(wrong).toEqual({ doubles: [], falseSent: [], falseFailed: [], pending: [], acceptedTwice: [] });
    expect(isProof(report)).toBe(true);
    // It was a storm, and most came through.
    expect(met).toBeGreaterThan(5);
    expect(Object.values(in_hand).reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(met);
    expect(sent).toBeGreaterThan(messages / 2);
    // A worker that stood still tells late that its call never left, of a message that was given up meanwhile.
    const mayFail = ['outcome_unknown', 'not_reached', 'woke_up_late'];
    expect(Object.keys(failed).filter((code) => !mayFail.includes(code))).toEqual([]);
  }, 360_000);

  it('are no proof of anything when no worker was hit that had a message in hand', async () => {
    const report = await chaos({ databaseUrl: database.url, seconds: 0, seed: 7 });
    expect(report).toMatchObject({ met: 0, doubles: [], falseSent: [], falseFailed: [], pending: [] });
    expect(isProof(report)).toBe(false);
  }, 120_000);
});
