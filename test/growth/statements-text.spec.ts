import { changedStatements, statementsText } from './support/statements-text.js';

const app = 'crm-rest';
const one = { app, name: 'find-thing', text: 'select a\n      from thing\n        where b = $1\n\n' };
const other = { app, name: 'add-thing', text: 'insert into thing (a) values ($1)' };

describe('statements as text', () => {
  it('stand in the order of their names, indented alike; those without a name are left out', () => {
    const text = statementsText([one, { app, text: 'begin' }, other]);
    expect(text.split('\n\n').slice(1).join('\n\n')).toBe(
      '-- add-thing\ninsert into thing (a) values ($1);\n\n-- find-thing\nselect a\n  from thing\n    where b = $1;\n',
    );
  });

  it('that are put together from parts are one of all parts', () => {
    const [few, all] = ['h', 'h+t'].map((parts) => ({
      app,
      name: `record-insert-${parts}`,
      text: `select '${parts}'`,
    }));
    const text = statementsText([few!, all!, other]);
    expect(text).toContain('-- record-insert-h+t\n');
    expect(text).not.toContain('-- record-insert-h\n');
    expect(text).toContain('-- add-thing\n');
  });

  it('are counted as changed when they are new, gone or have another text', () => {
    const before = statementsText([one, other]);
    expect(changedStatements(before, statementsText([other, one]))).toBe(0);
    expect(changedStatements(before, statementsText([one]))).toBe(1);
    expect(changedStatements('', before)).toBe(2);
    expect(changedStatements(before, statementsText([{ ...one, text: 'select a' }, other]))).toBe(1);
  });
});
