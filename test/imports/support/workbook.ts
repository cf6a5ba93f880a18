import { crc32, deflateRawSync } from 'node:zlib';

/** The bytes of a zip file with these entries. */
export function zip(entries: Record<string, string>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]));
    files.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, central, end]);
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A workbook as Excel writes it, with one sheet of these rows (XML), texts that its cells share, and the format of style 1. */
export function workbook(rows: string, { name = 'Sheet1', ...more }: WorkbookOptions = {}): Buffer {
  return workbookOf([{ name, rows }], more);
}

interface WorkbookOptions {
  name?: string;
  texts?: string[];
  formatCode?: string;
}

/** The same with several sheets. */
export function workbookOf(
  sheets: { name: string; rows: string }[],
  { texts = [], formatCode = 'dd.mm.yyyy' }: Omit<WorkbookOptions, 'name'> = {},
): Buffer {
  const of = (text: (sheet: { name: string; rows: string }, at: number) => string) => sheets.map(text).join('');
  const files = sheets.map(({ rows }, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
  ]);
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${MAIN} ${RELATIONS}><sheets>${of(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 7}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${of((_, at) => `<Relationship Id="rId${at + 7}" Target="worksheets/sheet${at + 1}.xml"/>`)}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="${formatCode}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...(Object.fromEntries(files) as Record<string, string>),
  });
}
