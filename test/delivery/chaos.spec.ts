import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { chaos } from './support/chaos-run.js';

describe('deliveries while providers fail and workers are killed', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('sends nothing twice, and says of nothing what is not so', async () => {
    const { messages, blows, sent, failed, ...wrong } = await chaos({
      databaseUrl: database.url,
      seconds: 10,
      seed: 7,
    });
    expect(wrong).toEqual({ doubles: [], falseSent: [], falseFailed: [], pending: [], acceptedTwice: [] });
    // It was a storm, and most came through.
    expect(blows).toBeGreaterThan(5);
    expect(sent).toBeGreaterThan(messages / 2);
    expect(Object.keys(failed).filter((code) => code !== 'outcome_unknown')).toEqual([]);
  }, 360_000);
});
