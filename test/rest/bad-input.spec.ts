import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { RecordWire } from '#crm-domain';
import request, { type Response } from 'supertest';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const LIMIT = 1024 * 1024;

describe('bad input', () => {
  let rest: Rest;
  let object: AnObject;
  let record: RecordWire;
  let records: string;
  let attributes: string;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'note', is_multi_select: true });
    await anAttribute(rest, object, { type: 'number', slug: 'size' });
    await anAttribute(rest, object, { type: 'date', slug: 'day' });
    await anAttribute(rest, object, { type: 'timestamp', slug: 'moment' });
    await anAttribute(rest, object, { type: 'currency', slug: 'price' });
    await anAttribute(rest, object, { type: 'select', slug: 'heat', options: [{ title: 'Cold' }] });
    record = await aRecord(rest, object, { name: 'Kept', note: 'Kept' });
    records = `/v1/records/${object.slug}`;
    attributes = `${object.path}/attributes`;
  });
  afterAll(() => rest.stop());

  /** Sends bytes as they are. */
  const raw = (body: string | Buffer, headers: Record<string, string> = {}, path = records) =>
    request(rest.url)
      .post(path)
      .set({ Authorization: rest.admin.authorization!, 'Content-Type': 'application/json', ...headers })
      .serialize((sent: unknown) => sent as string)
      .send(body);
  const refuses = (work: () => PromiseLike<Response>, status = 400) =>
    expectNothingChanged(rest, async () => {
      const response = await work();
      return { response, ...expectError(response, status) };
    });

  describe('in a body', () => {
    it.each([
      ['half an object', '{"data": {"name": "A"'],
      ['two objects', '{"data": {}}{"data": {}}'],
      ['single quotes', "{'data': {}}"],
      ['a comma too many', '{"data": {"name": "A",}}'],
      ['a comment', '{"data": {} /* nothing */}'],
      ['NaN', '{"data": {"size": NaN}}'],
      ['Infinity', '{"data": {"size": -Infinity}}'],
      ['a hexadecimal number', '{"data": {"size": 0x10}}'],
      ['a bare line break in a text', '{"data": {"name": "A\nB"}}'],
      ['an unknown escape', '{"data": {"name": "\\x41"}}'],
      ['HTML', '<html></html>'],
      ['a form', 'data[name]=A'],
    ])('that is no JSON is refused with 400: %s', async (_, body) => {
      const { message } = await refuses(() => raw(body));
      expect(message).toMatch(/JSON/);
    });

    it.each([
      ['{"data": {\n  "name": "A",\n}}', ': see line 3, column 1. JSON has no trailing commas.'],
      ['{"data": {"list": [1, 2, ]}}', '. JSON has no trailing commas.'],
      ['{"data": {"name" }}', ': see line 1, column 18.'],
      ['{"data": [}', '.'],
      ['{"data":', ': it ends too early.'],
    ])('that is no JSON is refused with the place and the reason: %s', async (body, why) => {
      const { message, issues } = await refuses(() => raw(body));
      expect(message).toBe(`The request body is not valid JSON${why}`);
      expect(issues).toEqual([{ path: 'body', message }]);
    });

    it.each(['null', 'true', '5', '"data"', '[]', '[{"data": {}}]'])(
      'that is JSON but no object is refused with 400: %s',
      async (body) => {
        const { message } = await refuses(() => raw(body));
        expect(message).toMatch(/Expected a JSON object/);
      },
    );

    it('that is empty is refused with 400', async () => {
      await refuses(() => raw(''));
    });

    it.each([
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ])('of content type %s is refused with 400', async (type) => {
      const { message } = await refuses(() => {
        const sent = raw('{"data": {}}');
        return type ? sent.set('Content-Type', type) : sent.unset('Content-Type');
      });
      expect(message).toMatch(/Content-Type: application\/json/);
    });

    it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
      'of content type %s is taken',
      async (type) => {
        await raw('{"data": {}}', { 'Content-Type': type }).expect(200);
      },
    );

    it.each(['iso-8859-1', 'utf-16', 'utf-16le', 'utf-32', 'nonsense'])(
      'in the charset %s is refused with 400',
      async (charset) => {
        const { message } = await refuses(() =>
          raw(Buffer.from('{"data": {}}', 'utf16le'), { 'Content-Type': `application/json; charset=${charset}` }),
        );
        expect(message).toMatch(/UTF-8/);
      },
    );

    it.each([
      ['a stray byte', Buffer.from([0xff])],
      ['half a character', Buffer.from([0xe2, 0x82])],
      ['a long form of a slash', Buffer.from([0xc0, 0xaf])],
      ['half of a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
    ])('that is no UTF-8 is refused with 400: %s', async (_, bytes) => {
      const { message } = await refuses(() =>
        raw(Buffer.concat([Buffer.from('{"data": {"name": "'), bytes, Buffer.from('"}}')])),
      );
      expect(message).toMatch(/UTF-8/);
    });

    it.each(['gzip', 'br', 'deflate', 'zip'])(
      'that is compressed with %s is refused with 400 and never unpacked, with or without a credential',
      async (encoding) => {
        const sent = { 'Content-Encoding': encoding };
        const { message, issues } = await refuses(() => raw(gzipSync('{"data": {}}'), sent));
        expect(message).toBe('Send the request body uncompressed.');
        expect(issues).toEqual([{ path: 'body', message }]);
        await refuses(() => raw(gzipSync(Buffer.alloc(100 * LIMIT, ' ')), sent));
        await raw(gzipSync('{"data": {}}'), { ...sent, Authorization: 'Bearer nobody' }).expect(401);
      },
    );

    it('of more than 1 MiB is refused with 413, and one of 1 MiB is read', async () => {
      const padded = (size: number) => `{"data": {}}${' '.repeat(size - 12)}`;
      await raw(padded(LIMIT)).expect(200);
      const { message } = await refuses(() => raw(padded(LIMIT + 1)), 413);
      expect(message).toMatch(/1 MiB/);
    });

    it('that ends before it should changes nothing', async () => {
      await expectNothingChanged(rest, async () => {
        const text = `POST ${records} HTTP/1.1\r\nHost: x\r\nAuthorization: ${rest.admin.authorization}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"data": {"name": "A"}}`;
        expect(await sendBytes(text, 50)).toBe('');
        await rest.admin.get('/v1/self').expect(200);
      });
    });

    it.each([
      ['lists', (depth: number) => `{"data": {"name": ${'['.repeat(depth)}${']'.repeat(depth)}}}`],
      ['objects', (depth: number) => `{"data": {"name": ${'{"value":'.repeat(depth)}1${'}'.repeat(depth)}}}`],
      ['lists that never end', (depth: number) => '['.repeat(depth)],
      [
        'lists behind an escaped quote',
        (depth: number) => `{"data": {"a\\"b": ${'['.repeat(depth)}${']'.repeat(depth)}}}`,
      ],
    ])('nested deeply is refused with 400: %s', async (_, nested) => {
      for (const depth of [20, 40, 1000, 100_000]) {
        const { message } = await refuses(() => raw(nested(depth)));
        if (depth >= 40) expect(message).toMatch(/nested deeper than 32 levels/);
      }
    });

    it('with brackets in a text is not taken for a deep one', async () => {
      await raw(JSON.stringify({ data: { name: `"${'['.repeat(400)}\\` } })).expect(200);
    });

    it.each<[string, (count: number) => string, number]>([
      ['items of an array', (count) => `[0${',0'.repeat(count - 1)}]`, 1],
      ['members of an object', (count) => `{"a":0${',"a":0'.repeat(count - 1)}}`, 2],
      ['arrays within arrays', (count) => `[[[[0]]]${',[[[0]]]'.repeat(count - 1)}]`, 4],
      ['empty arrays, each of which counts as two', (count) => `[[]${',[]'.repeat(count - 1)}]`, 2],
    ])('of more than 20,000 names and values is refused with 400: %s', async (_, made, each) => {
      const message = 'The request body holds more than 20,000 names and values.';
      expect((await refuses(() => raw(made(20_000 / each)))).message).not.toBe(message);
      expect((await refuses(() => raw(made(20_000 / each + 1)))).message).toBe(message);
    });

    it('with commas, colons and brackets in a text counts that as one value', async () => {
      await raw(JSON.stringify({ data: { note: `"${',:[{'.repeat(10_000)}\\` } })).expect(200);
    });

    it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '$where'])(
      'with the unknown field "%s" is refused with 400 wherever it stands',
      async (key) => {
        const evil = `"${key}": {"singular_noun": "Evil", "polluted": true}`;
        const refused: [string, string, string][] = [
          [records, `{"data": {}, ${evil}}`, key],
          [records, `{"data": {${evil}}}`, `data.${key}`],
          [records, `{"data": {"price": {"currency_value": 1, "currency_code": "EUR", ${evil}}}}`, 'data.price'],
          ['/v1/objects', `{"slug": "never", "singular_noun": "A", "plural_noun": "B", ${evil}}`, key],
          [attributes, `{"slug": "never", "title": "A", "type": "text", ${evil}}`, key],
          [
            attributes,
            `{"slug": "never", "title": "A", "type": "select", "options": [{"title": "A"}, {"title": "B", ${evil}}]}`,
            `options[1].${key}`,
          ],
          [
            attributes,
            `{"slug": "never", "title": "A", "type": "pipeline", "stages": [{"title": "A", "config": {${evil}}}]}`,
            `stages[0].config.${key}`,
          ],
          [
            attributes,
            `{"slug": "never", "title": "A", "type": "record-reference", "config": {"record_reference": {${evil}}}}`,
            `config.record_reference.${key}`,
          ],
          [`${attributes}/heat/options`, `{"title": "New", ${evil}}`, key],
        ];
        for (const [path, body, at] of refused) {
          const { issues } = await refuses(() => raw(body, {}, path));
          expect([path, issues.map((issue) => issue.path)]).toEqual([path, [at]]);
        }
        const patched = await refuses(() => patchRaw(object.path, `{${evil}}`));
        expect(patched.issues.map((issue) => issue.path)).toEqual([key]);
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      },
    );

    it('with an attribute that has the name of a built-in property is read like any other', async () => {
      const other = await anObject(rest);
      for (const slug of ['constructor', 'prototype', 'tostring', '0'])
        await anAttribute(rest, other, { type: 'text', slug });
      const made = await aRecord(rest, other, { constructor: 'A', prototype: 'B', tostring: 'C', 0: 'D' });
      expect(['constructor', 'prototype', 'tostring', '0'].map((slug) => made.values[slug]![0]!.value)).toEqual([
        'A',
        'B',
        'C',
        'D',
      ]);
    });

    it('that gives a key twice counts the last one, as JSON does', async () => {
      const { body } = await raw('{"data": {"name": "A"}, "data": {"name": "B"}}').expect(200);
      expect(body.data.values.name[0].value).toBe('B');
    });

    it('on requests that take none is refused, unless it is empty', async () => {
      const get = (body: string) =>
        request(rest.url)
          .get('/v1/self')
          .set({ Authorization: rest.admin.authorization!, 'Content-Type': 'application/json' })
          .serialize(String)
          .send(body);
      await get('{}').expect(200);
      expectError(await get('{"anything": 1}'), 400);
      expectError(await get('{"anything'), 400);
    });
  });

  describe('among the values', () => {
    it.each<[string, string, string]>([
      ['a number beyond all numbers', '{"size": 1e999}', 'data.size'],
      ['a number below all numbers', '{"size": -1e999}', 'data.size'],
      ['a price beyond all numbers', '{"price": {"currency_value": 1e999, "currency_code": "EUR"}}', 'data.price'],
      ['a number in a text', '{"size": "1"}', 'data.size'],
      ['a boolean for a number', '{"size": true}', 'data.size'],
      ['an empty object', '{"size": {}}', 'data.size'],
      ['the 29th of February 2026', '{"day": "2026-02-29"}', 'data.day'],
      ['the 31st of April', '{"day": "2026-04-31"}', 'data.day'],
      ['month 13', '{"day": "2026-13-01"}', 'data.day'],
      ['day 0', '{"day": "2026-01-00"}', 'data.day'],
      ['year 0', '{"day": "0000-01-01"}', 'data.day'],
      ['year 10000', '{"day": "10000-01-01"}', 'data.day'],
      ['a week', '{"day": "2026-W01-1"}', 'data.day'],
      ['a date in other digits', '{"day": "２０２６-01-01"}', 'data.day'],
      ['the 25th hour', '{"moment": "2026-01-01T25:00:00Z"}', 'data.moment'],
      ['a leap second', '{"moment": "2016-12-31T23:59:60Z"}', 'data.moment'],
      ['a moment without an offset', '{"moment": "2026-01-01T00:00:00"}', 'data.moment'],
      ['an offset of a day', '{"moment": "2026-01-01T00:00:00+24:00"}', 'data.moment'],
      ['a moment before all calendars', '{"moment": "0001-01-01T00:00:00+01:00"}', 'data.moment'],
      ['a text with NUL', '{"note": "a\\u0000b"}', 'data.note'],
      ['half of a surrogate pair', '{"note": "\\ud800"}', 'data.note'],
      ['the wrong half of a surrogate pair', '{"note": ["ok", "\\udc00\\ud800"]}', 'data.note[1]'],
      ['an empty text', '{"note": ""}', 'data.note'],
      ['a text of 100,001 characters', JSON.stringify({ note: 'x'.repeat(100_001) }), 'data.note'],
      ['a name of 501 characters', JSON.stringify({ name: 'x'.repeat(501) }), 'data.name'],
      ['a name of two lines', '{"name": "a\\nb"}', 'data.name'],
      ['51 texts', JSON.stringify({ note: Array.from({ length: 51 }, (_, n) => `${n}`) }), 'data.note'],
      ['19,000 nulls', JSON.stringify({ note: new Array(19_000).fill(null) }), 'data'],
      ['8,000 nulls', JSON.stringify({ note: new Array(8_000).fill(null) }), 'data.note'],
      ['two names', '{"name": ["a", "b"]}', 'data.name'],
      ['an unknown attribute', '{"colour": "red"}', 'data.colour'],
      ['an attribute without a name', '{"": "red"}', 'data.'],
      ['an attribute named with NUL', '{"na\\u0000me": "red"}', 'data.na\0me'],
      ['an attribute named with half of a surrogate pair', '{"\\ud800": "red"}', 'data.\ud800'],
      ['an attribute of 300 characters', JSON.stringify({ ['a'.repeat(300)]: 1 }), `data.${'a'.repeat(100)}`],
    ])('%s is refused with 400, on creation and on update', async (_, data, path) => {
      for (const send of [
        () => raw(`{"data": ${data}}`),
        () => patchRaw(pathTo(object, record), `{"data": ${data}}`),
      ]) {
        const { issues } = await refuses(send);
        expect(issues.map((issue) => issue.path)).toEqual([path]);
      }
      expect(await readRecord(rest, object, record)).toEqual(record);
    });

    it('thousands of wrong ones are answered with the first 50 issues', async () => {
      const unknown = (count: number) =>
        JSON.stringify({ data: Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown_${n}`, n])) });
      const { issues, message } = await refuses(() => raw(unknown(2048)));
      expect(issues).toHaveLength(50);
      expect(message).toMatch(/\(there are more; the first 50 are listed\)$/);
      const more = await refuses(() => raw(unknown(2049)));
      expect(more.message).toBe('data: Expected at most 2048 attributes, got 2049.');
    });

    it('thousands of wrong ones of one attribute are answered with a bearable answer', async () => {
      const data = { note: Array.from({ length: 50 }, (_, n) => n), heat: 'x'.repeat(900_000) };
      const { response } = await refuses(() => raw(JSON.stringify({ data })));
      expect(response.text.length).toBeLessThan(20_000);
    });

    it('text in every script is kept as it is', async () => {
      const name = 'Ærøskøbing 株式会社 👩‍👩‍👧‍👦 ‏עברית‎ \u202e \u{10ffff} ﷽ ẞ e\u0301';
      const { body } = await raw(JSON.stringify({ data: { name, note: `${name}\n\ttab` } })).expect(200);
      expect(body.data.values).toMatchObject({ name: [{ value: name }], note: [{ value: `${name}\n\ttab` }] });
      expect(await readRecord(rest, object, body.data)).toEqual(body.data);
    });
  });

  describe('in the fields of objects, attributes, options and stages', () => {
    const NUL = 'a\u0000b';
    const HALF = 'a\ud800';
    it.each<[string, () => string, object, string]>([
      [
        'an object named with NUL',
        () => '/v1/objects',
        { slug: 'never', singular_noun: NUL, plural_noun: 'B' },
        'singular_noun',
      ],
      [
        'an object named with half of a surrogate pair',
        () => '/v1/objects',
        { slug: 'never', singular_noun: 'A', plural_noun: HALF },
        'plural_noun',
      ],
      ['a slug with NUL', () => '/v1/objects', { slug: NUL, singular_noun: 'A', plural_noun: 'B' }, 'slug'],
      ['an attribute titled with NUL', () => attributes, { slug: 'never', title: NUL, type: 'text' }, 'title'],
      ['a title of 256 characters', () => attributes, { slug: 'never', title: 'x'.repeat(256), type: 'text' }, 'title'],
      [
        'a description with half of a surrogate pair',
        () => attributes,
        { slug: 'never', title: 'A', type: 'text', description: HALF },
        'description',
      ],
      [
        'a description of 2001 characters',
        () => attributes,
        { slug: 'never', title: 'A', type: 'text', description: 'x'.repeat(2001) },
        'description',
      ],
      [
        'a default with NUL',
        () => attributes,
        { slug: 'never', title: 'A', type: 'text', default_value: NUL },
        'default_value',
      ],
      ['an object for a title', () => attributes, { slug: 'never', title: { en: 'A' }, type: 'text' }, 'title'],
      ['a list for a type', () => attributes, { slug: 'never', title: 'A', type: ['text'] }, 'type'],
      [
        'an option titled with NUL',
        () => attributes,
        { slug: 'never', title: 'A', type: 'select', options: [{ title: NUL }] },
        'options[0].title',
      ],
      [
        'a list of lists of options',
        () => attributes,
        { slug: 'never', title: 'A', type: 'select', options: [[{ title: 'A' }]] },
        'options',
      ],
      [
        'null among options',
        () => attributes,
        { slug: 'never', title: 'A', type: 'select', options: [null] },
        'options',
      ],
      [
        'an inverse title with NUL',
        () => attributes,
        {
          slug: 'never',
          title: 'A',
          type: 'relationship',
          relationship: { target_object_id: 'people', inverse_title: NUL, cardinality: 'one-to-one' },
        },
        'relationship.inverse_title',
      ],
      [
        'a target with NUL',
        () => attributes,
        {
          slug: 'never',
          title: 'A',
          type: 'record-reference',
          config: { record_reference: { allowed_object_ids: [NUL] } },
        },
        'config.record_reference.allowed_object_ids[0]',
      ],
      [
        'a number among targets',
        () => attributes,
        {
          slug: 'never',
          title: 'A',
          type: 'record-reference',
          config: { record_reference: { allowed_object_ids: [5] } },
        },
        'config.record_reference.allowed_object_ids',
      ],
      ['an option titled with half of a surrogate pair', () => `${attributes}/heat/options`, { title: HALF }, 'title'],
      ['a stage titled with NUL', () => '/v1/objects/deals/attributes/stage/stages', { title: NUL }, 'title'],
    ])('%s is refused with 400', async (_, path, body, at) => {
      const { issues } = await refuses(() => rest.admin.post(path(), body));
      expect(issues.map((issue) => issue.path)).toEqual([at]);
    });

    it('five hundred options in one request are taken or refused as a whole', async () => {
      const options = Array.from({ length: 500 }, (_, n) => ({ title: `Option ${n}` }));
      await refuses(
        () =>
          rest.admin.post(attributes, {
            slug: 'never',
            title: 'A',
            type: 'select',
            options: [...options.slice(1), { title: 'option 5' }],
          }),
        409,
      );
      await anAttribute(rest, object, { type: 'select', options });
    });
  });

  describe('in a path', () => {
    const ODD = [
      '%00',
      'a%00b',
      '..%2f..%2fpeople',
      '%2e%2e',
      '%F0%9F%98%80',
      '%20',
      "'",
      "';drop table record;--",
      '%25',
      'null',
      'undefined',
      '0',
      '-1',
      '__proto__',
      'constructor',
      '*',
      '%0d%0aX: y',
      'x'.repeat(10_000),
    ];
    const UNREADABLE = ['%', '%f', '%ff', '%zz', '%c0%af', '%ed%a0%80', 'a%ffb'];

    const pathsWith = (odd: string): [method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object][] => [
      ['patch', `/v1/objects/${odd}`, {}],
      ['delete', `/v1/objects/${odd}`],
      ['get', `/v1/objects/${odd}/attributes`],
      ['get', `/v1/${odd}/people/attributes`],
      ['patch', `/v1/objects/people/attributes/${odd}`, {}],
      ['delete', `/v1/objects/people/attributes/${odd}`],
      ['get', `/v1/objects/people/attributes/${odd}/options`],
      ['get', `/v1/objects/deals/attributes/${odd}/stages`],
      ['patch', `/v1/objects/deals/attributes/stage/stages/${odd}`, {}],
      ['patch', `/v1/objects/${object.slug}/attributes/heat/options/${odd}`, {}],
      ['delete', `/v1/objects/${object.slug}/attributes/heat/options/${odd}`],
      ['get', `/v1/records/${odd}`],
      ['post', `/v1/records/${odd}`, { data: {} }],
      ['get', `/v1/records/${object.slug}/${odd}`],
      ['get', `/v1/records/${odd}/${record.id.record_id}`],
      ['patch', `/v1/records/${object.slug}/${odd}`, { data: {} }],
      ['delete', `/v1/records/${object.slug}/${odd}`],
      ['post', `/v1/records/${object.slug}/${odd}/trash`],
      ['post', `/v1/records/${object.slug}/${odd}/restore`],
    ];

    it.each(ODD)('%s names nothing: 404', async (odd) => {
      await expectNothingChanged(rest, async () => {
        for (const [method, path, body] of pathsWith(odd)) expectError(await rest.admin.send(method, path, body), 404);
      });
    });

    it.each(UNREADABLE)('%s cannot be read: 400', async (odd) => {
      await expectNothingChanged(rest, async () => {
        for (const [method, path, body] of pathsWith(odd)) expectError(await rest.admin.send(method, path, body), 400);
      });
    });

    it('too long for a request line is refused before it is read', async () => {
      await expectNothingChanged(rest, async () => {
        const answer = await sendBytes(`GET /v1/records/${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      });
    });

    it('that leads to no route is answered with 404 and the error shape, whatever the method', async () => {
      for (const path of ['/v1', '/v2/objects', '/v1/objects/people/records', '/nowhere', '//v1/objects']) {
        const { message } = expectError(await rest.admin.get(path), 404);
        expect(message).toBe('There is no such path. The paths are listed at /docs.');
      }
      expectError(await rest.callerWith().get('/nowhere'), 404);
      for (const method of ['put', 'options', 'patch', 'post'] as const)
        expectError(
          await request(rest.url)[method]('/v1/nowhere').set('Authorization', rest.admin.authorization!),
          404,
        );
    });
  });

  describe('in a credential', () => {
    it.each([undefined, 'crm_live_0123456789', 'Basic YTpi', ''])(
      'that is no bearer, the header is asked for: %s',
      async (authorization) => {
        const { message } = expectError(await rest.callerWith(authorization).get('/v1/self'), 401);
        expect(message).toBe('The request has no header "Authorization: Bearer <API key>".');
      },
    );

    it('that is worth nothing, nobody learns what was right about it', async () => {
      const { api_key_id, api_key } = await rest.newKey(rest.workspace_id);
      await rest.domain.apiKeys.revoke(rest.workspace_id, api_key_id);
      const tokens = [api_key, `${api_key.slice(0, -1)}~`, 'crm_live_', 'another'];
      const answers = await Promise.all(tokens.map((token) => rest.callerWith(`Bearer ${token}`).get('/v1/self')));
      const messages = new Set(answers.map((answer) => expectError(answer, 401).message));
      const expected =
        'This API key is unknown, expired or revoked. Make another one in the console, at /console/api-keys.';
      expect([...messages]).toEqual([expected]);
    });

    it.each([
      "' or '1'='1",
      'crm_live_',
      'crm_live_0123456789_01234567890123456789012345678901000000',
      'é',
      '😀',
      'a'.repeat(8000),
    ])('%s is worth nothing: 401', async (token) => {
      const response = await request(rest.url)
        .get('/v1/self')
        .set('Authorization', Buffer.from(`Bearer ${token}`).toString('latin1'));
      expectError(response, 401);
    });
  });

  function patchRaw(path: string, body: string) {
    return request(rest.url)
      .patch(path)
      .set({ Authorization: rest.admin.authorization!, 'Content-Type': 'application/json' })
      .serialize((sent: unknown) => sent as string)
      .send(body);
  }

  /** Sends bytes that need be no request, and gives what was answered before the service, or the sender, hangs up. */
  function sendBytes(text: string, hangsUpAfterMs?: number): Promise<string> {
    const { port, hostname } = new URL(rest.url);
    return new Promise((resolve) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      if (hangsUpAfterMs) socket.once('connect', () => setTimeout(() => socket.destroy(), hangsUpAfterMs));
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined);
      socket.on('close', () => resolve(answer));
    });
  }
});

it('what is refused is said once for each fault', async () => {
  const rest = await Rest.start();
  try {
    expect(pathsOf(await rest.admin.post('/v1/objects', { slug: null, singular_noun: null }))).toEqual([
      'slug',
      'singular_noun',
      'plural_noun',
    ]);
  } finally {
    await rest.stop();
  }
});
