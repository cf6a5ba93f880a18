import { AnswerWeight } from '#auth';
import { Pace } from '../../apps/rest-api/src/http/pace.js';
import { Slices } from '../../libs/crm-domain/src/db/slices.js';
import { ImportStore } from '../../libs/crm-domain/src/imports/import.store.js';
import { expectError } from '../support/answers.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { Upload } from './support/upload.js';

describe('A file of failed rows that is read slowly', () => {
  let rest: Rest;
  let upload: Upload;
  beforeAll(async () => {
    rest = await Rest.start({ MAX_REQUESTS_AT_ONCE: 3 }, { alone: 'it counts the files that one process sends' });
    upload = await Upload.of(rest.writer, { object: 'people', name: 'people.csv' }, 'Email\nno address\n');
    await upload.check({ columns: [{ column: 'Email', attribute: 'email_addresses' }] });
  });
  afterAll(() => rest.stop());

  it('holds no place of a request, and a workspace gets four at a time', async () => {
    const { authorization } = rest.writer;
    const unread = Promise.withResolvers<[]>();
    const read = jest.spyOn(ImportStore.prototype, 'errors').mockReturnValue(unread.promise);
    const path = `/v1/imports/${upload.id}/errors`;
    const stopping = new AbortController();
    const begin = () => fetch(rest.url + path, { headers: { authorization: authorization! }, signal: stopping.signal });
    try {
      for (let n = 1; n <= 4; n++) expect((await begin()).status).toBe(200);
      await rest.reader.get('/v1/self').expect(200);
      expectError(await rest.writer.get(path), 429);
      stopping.abort();
      read.mockRestore();
      await eventually(async () => (await rest.writer.get(path)).status === 200);
    } finally {
      read.mockRestore();
      unread.resolve([]);
    }
  });

  it('is counted for its caller piece by piece, before it is sent, at the pace of all files and in turns with others', async () => {
    const rows = 600;
    const wide = await Upload.of(
      rest.writer,
      { object: 'people', name: 'many.csv' },
      `Email,Note\n${`no address,${'x'.repeat(500)}\n`.repeat(rows)}`,
    );
    await wide.check({ columns: [{ column: 'Email', attribute: 'email_addresses' }] });
    const made = 1024 * 1024;
    const weighed = jest.spyOn(AnswerWeight.prototype, 'weighPiece').mockReturnValue({ bytes: made, wait: 0 });
    const paced = jest.spyOn(Pace.prototype, 'spent');
    const turns = jest.spyOn(Slices.prototype, 'next');
    try {
      const { length } = Buffer.from(await wide.errorFile());
      const pieces = weighed.mock.calls.map(([bytes]) => bytes);
      expect(pieces.reduce((sum, bytes) => sum + bytes)).toBe(length);
      // The header, and 64 KiB each but for the last.
      expect(pieces.slice(1, -1).length).toBeGreaterThan(2);
      expect(pieces.slice(1, -1).filter((bytes) => bytes < 64 * 1024)).toEqual([]);
      expect(paced.mock.calls).toEqual([...pieces.map(() => [made]), [0]]);
      expect(turns.mock.calls.length).toBeGreaterThanOrEqual(rows);
    } finally {
      for (const spy of [weighed, paced, turns]) spy.mockRestore();
    }
  });
});
