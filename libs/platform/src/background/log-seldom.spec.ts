import { logger } from '../logger.js';
import { LogSeldom } from './log-seldom.js';

it('says at once what happens, then at most once in ten seconds, with how often it happened', () => {
  const warn = jest.spyOn(logger, 'warn').mockReturnValue(undefined);
  let now = 0;
  const log = new LogSeldom(() => now);
  const at = (ms: number, message: string) => {
    now = ms;
    log.warn(message);
  };
  for (const ms of [0, 1, 9999]) at(ms, 'Away');
  at(9999, 'Other');
  at(10_000, 'Away');
  at(10_001, 'Away');
  expect(warn.mock.calls).toEqual([
    [{ count: 1 }, 'Away'],
    [{ count: 1 }, 'Other'],
    [{ count: 3 }, 'Away'],
  ]);
});
