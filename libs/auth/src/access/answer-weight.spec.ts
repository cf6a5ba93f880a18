import { trustedClaim } from '#crm-domain';
import { CpuTime } from '#platform';
import { AnswerWeight } from './answer-weight.js';
import { RateLimiter } from './rate-limiter.js';

const READS = 10;
let used = 0;
const caller = { ...trustedClaim('workspace', { origin: 'rest-api', request_id: 'r' }), api_key_id: 'key' };

beforeEach(() => {
  // The first requests of a process are not told.
  for (let at = 0; at < 501; at++) CpuTime.begin(() => undefined);
  jest.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: used, system: 0 }));
});
afterEach(() => jest.restoreAllMocks());

it('of answers that take less CPU time than is free counts for the workspace alone, which they fill', () => {
  const limiter = new RateLimiter({ reads: READS, writes: READS, countsCpu: true }, () => 0);
  const answer = () =>
    CpuTime.begin(() => {
      used += 4900;
      new AnswerWeight(limiter, caller, 'reads').weigh(100);
    });
  // Three more requests each, of the twenty that all answers to a workspace may weigh in a second.
  for (let time = 0; time < 6; time++) answer();
  expect(() => limiter.refuseHeavy(caller, 'reads')).not.toThrow();
  answer();
  expect(() => limiter.refuseHeavy(caller, 'reads')).toThrow('The answers to this workspace take more');
  expect(limiter.take(caller, 'reads')).toMatchObject({ granted: true, remaining: READS - 1 });
});
