import { ENCODINGS, SEPARATORS, type FileOptions, type ImportWire, type Separator } from '#crm-domain/writes';
import { html, type Markup } from '../layout/html.js';
import { select } from '../layout/select.js';

type Choices = [value: string, text: string][];

/** What people call them; their own names go into forms. */
const NAMES: Record<Separator, [value: string, text: string]> = {
  ',': ['comma', 'Comma'],
  ';': ['semicolon', 'Semicolon'],
  '\t': ['tab', 'Tab'],
  '|': ['bar', 'Vertical bar'],
};
const SEPARATED: Choices = SEPARATORS.map((separator) => NAMES[separator]);
const ENCODED: Choices = ENCODINGS.map((name) => [name, name === 'utf-8' ? 'UTF-8' : name]);
const MAX_SHEET = 100;

/** What the form was sent with. */
export function readingIn(body: Record<string, string | undefined>): FileOptions {
  const { sheet } = body;
  return {
    encoding: ENCODINGS.find((encoding) => encoding === body.encoding),
    separator: SEPARATORS.find((separator) => NAMES[separator][0] === body.separator),
    ...(sheet && { sheet: sheet.slice(0, MAX_SHEET) }),
  };
}

/** How a file was read, and the choice of another way; nothing for a workbook that has one sheet. */
export function readingForm({ format, reading }: ImportWire, action: string, hidden: Markup): Markup | undefined {
  if (!reading) return undefined;
  const { encoding, separator, sheet, sheets } = reading;
  if (format === 'xlsx' && sheets.length < 2 && sheets.includes(sheet ?? '')) return undefined;
  const shown: Choices = sheets.map((name) => [name, name]);
  const fields =
    format === 'xlsx'
      ? html`${select('sheet', 'Sheet', shown, sheet ?? '')}`
      : html`${select('encoding', 'Encoding', ENCODED, encoding ?? 'utf-8')}
        ${format === 'csv' && select('separator', 'Between the cells of a row', SEPARATED, NAMES[separator ?? ','][0])}`;
  return html`<form method="post" action="${action}">
    ${hidden}
    <h2>How the file is read</h2>
    <div class="fields">${fields}</div>
    <div class="answers begin"><button class="quiet">Read the file again</button></div>
  </form>`;
}
