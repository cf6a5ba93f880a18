import { SILENT } from '../gateway-options.js';
import { AuthorizationServer, PAUSE_AFTER_FAILURE, TIME_TO_LIVE } from './authorization-server.js';

/** A source that answers its fetches in order: a number is a version, a word an error. */
function serverOver(...answers: (number | string)[]) {
  const state = { now: 0, fetches: 0 };
  const server = new AuthorizationServer({
    log: SILENT,
    now: () => state.now,
    fetch: async () => {
      const answer = answers[state.fetches];
      state.fetches += 1;
      if (typeof answer === 'number') return { version: answer, registration_endpoint: 'https://id.example/reg' };
      throw new Error(answer);
    },
  });
  const version = async () => (await server.metadata())['version'];
  return { state, version };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the kept metadata', () => {
  it('is served without asking until its time is over', async () => {
    const { state, version } = serverOver(1, 2);
    expect(await version()).toBe(1);
    state.now = TIME_TO_LIVE - 1;
    expect(await version()).toBe(1);
    expect(state.fetches).toBe(1);
  });

  it('is served once more when it is old, while a newer one is fetched', async () => {
    const { state, version } = serverOver(1, 2);
    await version();
    state.now = TIME_TO_LIVE;
    expect(await version()).toBe(1);
    await settled();
    expect([await version(), state.fetches]).toEqual([2, 2]);
  });

  it('is served on while the provider is away, which is asked again only after a pause', async () => {
    const { state, version } = serverOver(1, 'away', 3);
    await version();
    state.now = TIME_TO_LIVE;
    await version();
    await settled();
    expect([await version(), await version(), state.fetches]).toEqual([1, 1, 2]);
    state.now += PAUSE_AFTER_FAILURE;
    await version();
    await settled();
    expect([await version(), state.fetches]).toEqual([3, 3]);
  });

  it('is an error that names a time when there is none and the provider is away', async () => {
    const { state, version } = serverOver('away', 2);
    await expect(version()).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 2 });
    await expect(version()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(state.fetches).toBe(1);
    state.now = PAUSE_AFTER_FAILURE;
    expect(await version()).toBe(2);
  });
});
