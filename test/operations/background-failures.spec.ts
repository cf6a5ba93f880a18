import { DomainError } from '#crm-domain';
import { logger } from '#platform';
import { busy, translate } from '../../libs/crm-domain/src/db/pg-errors.js';
import { backgroundLoop } from '../../apps/rest-api/src/background-loop.js';
import { eventually } from '../support/eventually.js';

async function levelOf(error: unknown): Promise<string> {
  const [info, warn] = [jest.spyOn(logger, 'info').mockReturnValue(), jest.spyOn(logger, 'warn').mockReturnValue()];
  const loop = backgroundLoop('a test', 60_000, () => Promise.reject(error as Error));
  loop.start();
  await eventually(() => info.mock.calls.length + warn.mock.calls.length > 0);
  await loop.stop();
  return warn.mock.calls.length > 0 ? 'warn' : 'info';
}

describe('Work in the background that failed', () => {
  it.each([
    ['info', 'stood in the way of a move of a workspace', translate({ code: '40001' })],
    ['info', 'did so each time it was run again', busy(translate({ code: '40P01' }))],
    ['warn', 'lost its database', translate({ code: '08006' })],
    ['warn', 'was refused', new DomainError('conflict', 'No.')],
    ['warn', 'has a mistake', new Error('No.')],
  ])('is logged as %s when it %s', async (level, _, error) => {
    expect(await levelOf(error)).toBe(level);
  });
});
