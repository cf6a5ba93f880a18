import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Handler } from 'htmlparser2';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import { DomainError } from '../../errors.js';
import { MAX_CELL, MAX_SHEETS_TOLD, MAX_SHEET_NAME, storable, type FoundInFile } from '../import.js';
import { PartsReader, type ReadPart } from './file-parts.js';
import { XmlParts, local, ownText } from './xml-parts.js';

const MAX_ENTRIES = 10_000;
/** Bytes beside the names of all parts: each may have 128 KiB of them, which are held. */
const MAX_BESIDE = 4 * 1024 * 1024;
/** Of what a workbook has of each: Excel makes 255 sheets by hand, and 65,490 styles. */
const [MAX_SHEETS, MAX_FORMATS, MAX_STYLES] = [1000, 5000, 70_000];
/** Characters of what is told of a sheet or a format; Excel makes names of 31, and formats of 255. */
const MAX_ATTRIBUTE = 300;
/** Unpacked bytes of a sheet, of the texts, and of each other part of a workbook: a KiB may unpack to a MiB. */
const MAX_SHEET_BYTES = 2 * 1024 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_TEXTS_BYTES = 128 * 1024 * 1024;
/** Characters of the texts that cells share. They are all held while a sheet is read. */
const MAX_SHARED = 16 * 1024 * 1024;
/** What each of them counts beside its characters. */
const COST_OF_TEXT = 16;
const TEXTS = 'xl/sharedStrings.xml';
/** Characters of the name of a part that is looked for. */
const MAX_NAME = 200;

/** What the cells of a sheet refer to. */
export interface Workbook {
  sheet: Entry;
  texts: readonly string[];
  /** By the number of a style, whether it shows a number as a date. */
  isDate: readonly boolean[];
  /** Days are counted from 1904. */
  is1904: boolean;
}

/** A workbook (ECMA-376): XML files in a zip file. */
export class WorkbookFile {
  private readonly entries = new Map<string, Entry>();

  private constructor(private readonly zip: ZipFile) {}

  /** @throws DomainError validation for what is no workbook */
  static async open(read: ReadPart, bytes: number): Promise<WorkbookFile> {
    const reader = new PartsReader(read, bytes);
    const zip = await fromRandomAccessReaderPromise(reader, bytes, { autoClose: false }).catch(damaged);
    if (zip.entryCount > MAX_ENTRIES) throw refused('it has too many parts.');
    const file = new WorkbookFile(zip);
    let beside = 0;
    try {
      for await (const entry of zip.eachEntry()) {
        if (!entry.fileName.startsWith('xl/') || entry.fileName.length > MAX_NAME) continue;
        if ((beside += entry.extraFieldLength + entry.fileCommentLength) > MAX_BESIDE)
          throw refused('its parts have too much beside them.');
        file.entries.set(entry.fileName, entry);
      }
    } catch (error) {
      damaged(error);
    }
    return file;
  }

  /** @param sheetName without it the first sheet; `found` says which there are @throws DomainError validation */
  async read(found: Pick<FoundInFile, 'sheets'>, sheetName?: string): Promise<Workbook> {
    const sheets: { name: string; id: string }[] = [];
    let is1904 = false;
    await this.parse('xl/workbook.xml', {
      onopentag(tag, attributes) {
        if (local(tag) === 'sheet' && sheets.length < MAX_SHEETS)
          sheets.push({ name: kept(attributes['name']), id: kept(attributes['r:id']) });
        if (local(tag) === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      },
    });
    found.sheets = sheets.slice(0, MAX_SHEETS_TOLD).map(({ name }) => storable(name.slice(0, MAX_SHEET_NAME)));
    const chosen = sheetName === undefined ? sheets[0] : sheets.find(({ name }) => name === sheetName);
    const names = sheets.map(({ name }) => `"${name}"`).join(', ');
    if (!chosen) throw refused(`it has no sheet of that name, but ${names.slice(0, 500) || 'none'}.`);
    const sheet = this.entries.get(await this.pathOf(chosen.id));
    if (!sheet) throw refused('the sheet is missing.');
    return { sheet, texts: await this.texts(), isDate: await this.dates(), is1904 };
  }

  /** Passes the text of a part on, tag by tag; a part that is missing has none. @throws DomainError validation */
  async parse(at: string | Entry, handler: Partial<Handler>): Promise<void> {
    const parser = new XmlParts(handler);
    for await (const text of this.text(at)) parser.write(text);
  }

  /** The text of a part in small pieces. @throws DomainError validation */
  async *text(at: string | Entry): AsyncGenerator<string> {
    const entry = typeof at === 'string' ? this.entries.get(at) : at;
    if (!entry) return;
    const most = typeof at !== 'string' ? MAX_SHEET_BYTES : at === TEXTS ? MAX_TEXTS_BYTES : MAX_BYTES;
    if (entry.isEncrypted()) throw refused('it is protected by a password.');
    // yauzl ends the stream with an error where an entry unpacks to more than it says.
    if (entry.uncompressedSize > most) throw refused('it is too large when it is unpacked. Save the sheet as CSV.');
    const decoder = new StringDecoder('utf8');
    try {
      const stream: Readable = await this.zip.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) yield decoder.write(chunk);
    } catch (error) {
      damaged(error);
    }
    yield decoder.end();
  }

  close(): void {
    this.zip.close();
  }

  private async pathOf(id: string): Promise<string> {
    let path = '';
    await this.parse('xl/_rels/workbook.xml.rels', {
      onopentag(tag, attributes) {
        if (local(tag) === 'Relationship' && attributes['Id'] === id) path = kept(attributes['Target']);
      },
    });
    return path.startsWith('/') ? path.slice(1) : `xl/${path}`;
  }

  private async texts(): Promise<string[]> {
    const texts: string[] = [];
    let [size, text, isText, isSpoken] = [0, '', false, false];
    const grow = (by: number) => {
      if ((size += by) > MAX_SHARED) throw refused('it has too much text. Save the sheet as CSV.');
    };
    await this.parse(TEXTS, {
      onopentag(tag) {
        if (local(tag) === 'si') text = '';
        // How a text is spoken stands beside it in some languages.
        if (local(tag) === 'rPh') isSpoken = true;
        isText = local(tag) === 't' && !isSpoken;
      },
      ontext(part) {
        if (!isText) return;
        // A longer one is refused with its row: so much of it is enough to see that.
        if (text.length <= MAX_CELL) text += part;
        grow(part.length);
      },
      onclosetag(tag) {
        if (local(tag) === 'rPh') isSpoken = false;
        if (local(tag) === 't') isText = false;
        if (local(tag) !== 'si') return;
        texts.push(ownText(text));
        grow(COST_OF_TEXT);
      },
    });
    return texts;
  }

  private async dates(): Promise<boolean[]> {
    const formats = new Map<string, boolean>();
    const isDate: boolean[] = [];
    let isOfCells = false;
    await this.parse('xl/styles.xml', {
      onopentag(tag, attributes) {
        const name = local(tag);
        if (name === 'numFmt' && formats.size < MAX_FORMATS)
          formats.set(kept(attributes['numFmtId']), isOfDates(kept(attributes['formatCode'])));
        if (name === 'cellXfs') isOfCells = true;
        if (name !== 'xf' || !isOfCells || isDate.length >= MAX_STYLES) return;
        const format = attributes['numFmtId'] ?? '0';
        isDate.push(formats.get(format) ?? DATE_FORMATS.test(format));
      },
      onclosetag(tag) {
        if (local(tag) === 'cellXfs') isOfCells = false;
      },
    });
    return isDate;
  }
}

/** Formats that need no code: days, times, and those of East Asia. */
const DATE_FORMATS = /^(1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8])$/;

/** @param code of few characters: each bracket that is not closed is looked for to its end */
function isOfDates(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\[(?![hms]+\])[^\]]*\]|\\./gi, ''));
}

function kept(attribute = ''): string {
  return ownText(attribute.slice(0, MAX_ATTRIBUTE));
}

function refused(why: string): DomainError {
  return new DomainError('validation', `The workbook cannot be read: ${why}`);
}

function damaged(error: unknown): never {
  if (error instanceof DomainError) throw error;
  throw refused('it is not an .xlsx file, or is damaged.');
}
