import { setTimeout as sleep } from 'node:timers/promises';
import { Deployment, call, toolCall } from '../operations/support/deployment.js';
import { eventually } from '../support/eventually.js';
import { LastWords } from './support/last-words.js';

describe('a database that dies in the moment in which a connection is ready', () => {
  let deployment: Deployment;
  let database: LastWords;
  beforeAll(async () => {
    deployment = await Deployment.make();
    database = await LastWords.before(deployment.databaseUrl);
  });
  afterAll(async () => {
    await deployment.stop();
    await database.stop();
  });
  afterEach(() => (database.isSpeaking = false));

  it.each([
    ['rest-api', () => deployment.api_key, '/v1/records/people/missing', 'DELETE', undefined],
    [
      'mcp-gateway',
      () => deployment.token(),
      '/mcp',
      'POST',
      toolCall('delete_record', { object: 'people', record_id: 'missing' }),
    ],
  ] as const)(
    'does not take the %s with it',
    async (app, credential, path, method, body) => {
      const service = await deployment.start(app, { DATABASE_URL: database.url });
      const send = async () => (await call(`${service.url}${path}`, { token: credential(), method, body })).status;
      database.isSpeaking = true;
      database.cut();
      const before = database.heard;
      for (let n = 0; n < 20; n++) await send();
      // The queue connects anew in its own time.
      await sleep(3000);
      for (let n = 0; n < 20; n++) await send();
      expect(database.heard).toBeGreaterThan(before + 40);
      database.isSpeaking = false;
      await eventually(async () => [404, 200].includes(await send()));
      expect([service.child.exitCode, service.output.includes('Unhandled')]).toEqual([null, false]);
    },
    60_000,
  );
});
