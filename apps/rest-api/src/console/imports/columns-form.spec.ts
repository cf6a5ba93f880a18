import { html } from '../layout/html.js';
import { columnsForm } from './columns-form.js';

const COLUMNS = 250;
const ATTRIBUTES = 80;

function formWith(title: string): string {
  const targets = Array.from({ length: ATTRIBUTES }, (_, n) => ({ key: `a${n}`, attribute: `a${n}`, title }));
  const columns = Array.from({ length: COLUMNS }, (_, n) => ({ name: `c${n}`, kind: 'text' as const, samples: [] }));
  const shown = { columns, mapping: null, rows: { total: 1 } } as unknown as Parameters<typeof columnsForm>[0]['shown'];
  const choices = {
    targets,
    matches: [],
    settings: { create: false },
    asked: { split: true, currency: true, country: true },
  };
  return columnsForm({ shown, choices, chosen: undefined, action: '/', hidden: html`` }).text;
}

it('lists all attributes for each column, as far as one page can', () => {
  expect(formWith('Title').match(/<option value="a/g)).toHaveLength(COLUMNS * ATTRIBUTES);
});

it('says what else there is where the lists are too long for one page', () => {
  const form = formWith('"'.repeat(100));
  expect(form.length).toBeLessThan(1000);
  expect(form).toContain('crm import');
});
