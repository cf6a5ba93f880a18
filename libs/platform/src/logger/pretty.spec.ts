import { stripVTControlCharacters } from 'node:util';
import { errorFields } from './error-fields.js';
import { pretty } from './pretty.js';

const shown = (line: object) => stripVTControlCharacters(pretty(JSON.stringify(line)));

describe('a log line for people', () => {
  const line = { level: 30, time: '2030-01-31T12:00:00.123Z', service: 'rest-api', msg: 'request' };

  it('shows time, level and text, then the fields that have a value', () => {
    const text = shown({ ...line, status: 200, route: '/v1/self', workspace_id: null, more: { a: 1 } });
    expect(text).toBe('12:00:00.123 info  request status=200 route=/v1/self more={"a":1}\n');
  });

  it('shows an error with its stack below', () => {
    const err = { message: 'It broke.', stack: 'at one\nat two' };
    expect(shown({ ...line, level: 50, err })).toBe('12:00:00.123 error request \nIt broke.\nat one\nat two\n');
  });
});

describe('an error in the log', () => {
  it('says what it is, where it arose and what caused it', () => {
    const error = new Error('It broke.', { cause: Object.assign(new Error('deeper'), { code: 'ECONNREFUSED' }) });
    expect(errorFields(error)).toEqual({
      type: 'Error',
      message: 'It broke.',
      stack: expect.stringMatching(/^at .*pretty\.spec/),
      cause: { type: 'Error', message: 'deeper', code: 'ECONNREFUSED', stack: expect.any(String) },
    });
  });

  it.each([
    ['Postgres', { severity: 'ERROR', code: '23505', detail: 'Key (email)=(ada@example.com)', table: 'record' }],
    ['a query with its values', { query: 'select $1', parameters: ['ada@example.com'] }],
    ['a parser', { name: 'SyntaxError' }],
  ])('of %s is shown without the words that may quote a value', (_, fields) => {
    const error = Object.assign(new Error('near "ada@example.com"'), fields);
    expect(JSON.stringify(errorFields(error))).not.toContain('ada@');
    expect(errorFields(error)).toMatchObject(
      'table' in fields ? { table: 'record', code: '23505' } : { type: 'Error' },
    );
  });

  it('that goes on for ever in its causes is cut short', () => {
    const error = new Error('round');
    error.cause = error;
    expect(() => JSON.stringify(errorFields(error))).not.toThrow();
    expect(errorFields('nothing but a text')).toEqual({ type: 'string' });
  });
});
