import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { LEGACY_REVISIONS, META, eraOf } from './revisions.js';

const envelope = (version: unknown) => ({ params: { _meta: { [META.version]: version } } });

describe('the era of a message', () => {
  it.each([
    ['a plain message', {}, undefined, 'legacy'],
    ['a legacy header', {}, '2025-11-25', 'legacy'],
    ['a header that is no date', {}, 'zzz', 'legacy'],
    ['a modern header', {}, '2026-07-28', 'modern'],
    ['a header of days to come', {}, '2031-01-01', 'modern'],
    ['initialize under a modern header', { method: 'initialize' }, '2026-07-28', 'legacy'],
    ['a modern body', envelope('2026-07-28'), undefined, 'modern'],
    ['a modern body under a legacy header', envelope('2026-07-28'), '2025-11-25', 'modern'],
    ['initialize with a modern body', { method: 'initialize', ...envelope('2026-07-28') }, undefined, 'modern'],
    ['_meta without a revision', { params: { _meta: { progressToken: 1 } } }, undefined, 'legacy'],
    ['_meta that is no object', { params: { _meta: 'x' } }, undefined, 'legacy'],
  ])('of %s', (_what, message, header, era) => {
    expect(eraOf(message, header)).toBe(era);
  });
});

it('the legacy revisions are those the SDK negotiates: a newer SDK is noticed here', () => {
  expect(LEGACY_REVISIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  expect(LEGACY_REVISIONS[0]).toBe(LATEST_PROTOCOL_VERSION);
});
