import { Parser, type Handler } from 'htmlparser2';
import { DomainError } from '../../errors.js';

/** Characters between the begins of two tags: a tag or a text without an end would be gathered in memory. */
const MAX_BETWEEN = 1_000_000;

/** Tags in each other: the parser holds the names of all that are open, and looks through them. */
const MAX_DEPTH = 64;

/** Takes XML piece by piece. */
export class XmlParts {
  private readonly parser: Parser;
  private unread = 0;
  private depth = 0;

  constructor(handler: Partial<Handler>) {
    const onopentag: Handler['onopentag'] = (tag, attributes, isImplied) => {
      this.unread = 0;
      if (++this.depth > MAX_DEPTH) throw tooDeep();
      handler.onopentag?.(tag, attributes, isImplied);
    };
    const onclosetag: Handler['onclosetag'] = (tag, isImplied) => {
      this.depth--;
      handler.onclosetag?.(tag, isImplied);
    };
    this.parser = new Parser({ ...handler, onopentag, onclosetag }, { xmlMode: true, decodeEntities: true });
  }

  /** @throws DomainError validation */
  write(text: string): void {
    this.unread += text.length;
    if (this.unread > MAX_BETWEEN) throw new DomainError('validation', 'The workbook has a text that is too long.');
    this.parser.write(text);
  }
}

function tooDeep(): DomainError {
  return new DomainError('validation', `The workbook has more than ${MAX_DEPTH} tags in each other.`);
}

/** The name of a tag without its prefix, which some programs write. */
export function local(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}

/**
 * A text of the parser that is kept: without the piece of the file that it was cut from, or the pieces that it was put
 * together of, which take hundreds of times its length.
 */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}
