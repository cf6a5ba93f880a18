import { Rest } from '../support/rest.js';

let rest: Rest;
beforeAll(async () => (rest = await Rest.start()));
afterAll(() => rest.stop());

it('says who the caller is', async () => {
  const { body } = await rest.reader.get('/v1/self').expect(200);
  expect(body).toEqual({});
});
