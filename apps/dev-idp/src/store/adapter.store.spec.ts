import type { DatabaseSync } from 'node:sqlite';
import { AdapterStore } from './adapter.store.js';
import { ConsentStore } from './consent.store.js';
import { openStore, sweep } from './open-store.js';

const CONSENT = { subject: 's', org_id: 'o', client_redirect: 'http://127.0.0.1/' };

let store: DatabaseSync;
let now: number;

beforeEach(() => {
  store = openStore(':memory:');
  now = 1_800_000_000_000;
});
afterEach(() => store.close());

const adapter = (model: string) => new AdapterStore(store, model, { refreshGraceSeconds: 10, clock: () => now });

describe('a refresh token that was used', () => {
  it('counts as unused for ten seconds, for clients that refresh in parallel', async () => {
    const tokens = adapter('RefreshToken');
    await tokens.upsert('r1', { grantId: 'g1' }, 3600);
    await tokens.consume('r1');
    now += 9999;
    await expect(tokens.find('r1')).resolves.toEqual({ grantId: 'g1' });
    now += 1;
    await expect(tokens.find('r1')).resolves.toEqual({ grantId: 'g1', consumed: 1_800_000_000 });
  });

  it('does not live longer by being used again', async () => {
    const tokens = adapter('RefreshToken');
    await tokens.upsert('r1', {}, 3600);
    await tokens.consume('r1');
    now += 9000;
    await tokens.consume('r1');
    now += 1000;
    await expect(tokens.find('r1')).resolves.toHaveProperty('consumed');
  });
});

it('gives no grace to codes', async () => {
  const codes = adapter('AuthorizationCode');
  await codes.upsert('c1', {}, 60);
  await codes.consume('c1');
  await expect(codes.find('c1')).resolves.toHaveProperty('consumed');
});

it('keeps kinds apart, finds by uid, and revokes what came of one consent', async () => {
  await adapter('Session').upsert('x', { uid: 'u1' }, 60);
  await adapter('AccessToken').upsert('x', { grantId: 'g1' }, 60);
  await adapter('AccessToken').upsert('y', { grantId: 'g2' }, 60);
  await expect(adapter('Session').findByUid('u1')).resolves.toEqual({ uid: 'u1' });
  await expect(adapter('Interaction').findByUid('u1')).resolves.toBeUndefined();
  await adapter('AccessToken').revokeByGrantId('g1');
  await expect(adapter('AccessToken').find('x')).resolves.toBeUndefined();
  await expect(adapter('AccessToken').find('y')).resolves.toBeDefined();
});

it('forgets what expired, and workspaces of consents that are gone', async () => {
  const consents = new ConsentStore(store);
  for (const grant of ['g1', 'g2']) consents.record(grant, CONSENT);
  await adapter('Grant').upsert('g1', {}, 60);
  await adapter('Grant').upsert('g2', {}, 600);
  await adapter('Client').upsert('c', {});
  now += 60_000;
  await expect(adapter('Grant').find('g1')).resolves.toBeUndefined();
  sweep(store, now);
  expect(consents.find('g1')).toBeNull();
  expect(consents.find('g2')).toEqual(CONSENT);
  await expect(adapter('Client').find('c')).resolves.toEqual({});
});

it('never changes the workspace of a consent', () => {
  const consents = new ConsentStore(store);
  consents.record('g1', CONSENT);
  expect(() => consents.record('g1', { ...CONSENT, org_id: 'o2' })).toThrow();
});
