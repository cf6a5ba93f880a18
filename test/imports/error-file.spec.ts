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
});
