import { setImmediate } from 'node:timers/promises';
import type { JsonLimits } from './json-limits.js';

/** Bytes of text that are looked at in one turn of the event loop: well under a millisecond. */
const AT_ONCE = 128 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What the text of a large body may hold. */
export interface ItemLimits {
  /** Of the whole text. */
  whole: JsonLimits;
  items: number;
  /** Of one item. */
  parts: number;
}

/** A JSON object whose long list was taken out of it. */
export interface SplitText {
  /** Where each item of the list begins and ends. */
  items: [from: number, to: number][];
  /** Where the list begins and ends, with its brackets; missing where there is none. */
  list?: [from: number, to: number];
  /** Names and values in the whole text. */
  parts: number;
  /** What is too much of it, as the end of a sentence. */
  excess?: string;
}

/**
 * Finds the items of one list within a JSON object, so that each can be parsed by itself: a text of 8 MiB parsed at
 * once would keep everybody else waiting. Looks at the text in slices, and gives others their turn in between. What is
 * no JSON is found by whoever parses the pieces.
 *
 * @param name of the member of the outermost object that is the list
 */
export async function splitItems(text: Buffer, name: string, limits: ItemLimits): Promise<SplitText> {
  const splitter = new Splitter(text, Buffer.from(JSON.stringify(name)), limits);
  for (let to = AT_ONCE; !splitter.readTo(to); to += AT_ONCE) await setImmediate();
  return splitter.found;
}

class Splitter {
  readonly found: SplitText = { items: [], parts: 0 };
  private at = 0;
  private level = 0;
  private inString = false;
  /** Where the last text of the outermost object began, and whether it is the name of the list. */
  private textFrom = 0;
  private isNamed = false;
  /** Where the list and its present item began. */
  private listFrom = -1;
  private itemFrom = -1;
  private partsBefore = 0;

  constructor(
    private readonly text: Buffer,
    private readonly name: Buffer,
    private readonly limits: ItemLimits,
  ) {}

  /** Gives whether all is read, or too much was found. */
  readTo(end: number): boolean {
    const { text } = this;
    const to = Math.min(end, text.length);
    for (; this.at < to && this.found.excess === undefined; this.at++) {
      const byte = text[this.at]!;
      if (this.inString) {
        if (byte === BACKSLASH) this.at++;
        else if (byte === QUOTE) this.endText();
      } else if (byte === QUOTE) {
        this.inString = true;
        this.textFrom = this.at;
      } else this.mark(byte);
    }
    return this.at >= text.length || this.found.excess !== undefined;
  }

  private endText(): void {
    this.inString = false;
    const isOutermost = this.level === 1;
    this.isNamed = isOutermost && this.name.equals(this.text.subarray(this.textFrom, this.at + 1));
  }

  private mark(byte: number): void {
    switch (byte) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.open(byte);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (this.level === 2 && this.listFrom >= 0) this.endList();
        this.level--;
        break;
      case COMMA:
        if (this.level === 2 && this.listFrom >= 0) this.endItem();
        if (this.level === 1) this.isNamed = false;
        this.count();
        break;
      case COLON:
        this.count();
    }
  }

  private open(byte: number): void {
    const { depth } = this.limits.whole;
    if (this.level === 1 && this.isNamed && byte === OPEN_LIST) {
      // Of a name that is there twice, the last one counts.
      this.found.items = [];
      this.listFrom = this.at;
      this.itemFrom = this.at + 1;
      this.partsBefore = this.found.parts + 1;
    }
    if (++this.level > depth) this.found.excess = `is nested deeper than ${depth} levels`;
    this.count();
  }

  private endItem(): void {
    const { items, parts } = this.limits;
    this.found.items.push([this.itemFrom, this.at]);
    if (this.found.items.length > items) this.found.excess = `holds more than ${items} items`;
    if (this.found.parts - this.partsBefore > parts)
      this.found.excess = `holds an item with more than ${parts.toLocaleString('en')} names and values`;
    this.itemFrom = this.at + 1;
    this.partsBefore = this.found.parts;
  }

  private endList(): void {
    const isEmpty = this.found.items.length === 0 && this.text.subarray(this.itemFrom, this.at).every(isBlank);
    if (!isEmpty) this.endItem();
    this.found.list = [this.listFrom, this.at + 1];
    this.listFrom = -1;
  }

  private count(): void {
    const { parts } = this.limits.whole;
    if (++this.found.parts > parts)
      this.found.excess = `holds more than ${parts.toLocaleString('en')} names and values`;
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
