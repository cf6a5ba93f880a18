import { QUERY_GRAMMAR } from '#crm-domain';
import type { ToolServices } from '../define-tool.js';
import { searchRecords } from './search-records.tool.js';

const row = (n: number) => ({ id: { record_id: `record ${n}` } });

/** What the tool says, as it is sent, of a page of two records with more behind them. */
async function pageAt(place: object): Promise<Record<string, unknown>> {
  const found = { records: [row(1), row(2)], passed: 2, total: 200_000, total_is_exact: false, next_cursor: 'next' };
  const services = { recordQueries: { query: async () => found } } as unknown as ToolServices;
  const input = { object: 'companies', query: 'x', limit: 2, offset: 0, ...place };
  return JSON.parse(JSON.stringify(await searchRecords.run(services, {} as never, input, AbortSignal.abort())));
}

describe('search_records', () => {
  it.each([
    [{ offset: 0 }, { next_offset: 2 }],
    [{ offset: QUERY_GRAMMAR.offset - 2 }, { next_offset: QUERY_GRAMMAR.offset }],
    [{ offset: QUERY_GRAMMAR.offset - 1 }, {}],
    [{ cursor: 'x' }, {}],
  ])('offers beside the next cursor no offset that it would refuse: %j', async (place, more) => {
    const { records: _records, ...beside } = await pageAt(place);
    const counted = { total: 200_000, total_is_exact: false };
    expect(beside).toEqual({ ...counted, has_more: true, next_cursor: 'next', ...more });
  });
});
