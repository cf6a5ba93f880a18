import { Slices } from '../db/slices.js';
import type { Subject } from './erasure.js';
import { MOST_OF_CALLING_CODE, isNumber, numberForms, textForms } from './traces.js';
import { DIVIDER } from './written-forms.js';

/** Characters that are looked at before others have their turn. */
const PIECE = 8192;
/** Characters that two pieces are looked at together, for what lies across them. */
const OVERLAP = 1000;
const BETWEEN_DIGITS = new RegExp(`${DIVIDER}+`, 'gi');
const SHORTEST_NUMBER = 7;

/**
 * Looks for a person in large texts, whose content anybody may have chosen. Numbers are not looked for by patterns: a
 * hundred of them, each with something between its digits, take minutes for a text of digits.
 */
export class TracesInFiles {
  private readonly texts: RegExp;
  /** Digits of numbers, by how many they are. */
  private readonly numbers = new Map<number, Set<string>>();
  private readonly slices = new Slices();

  constructor({ traces, records }: Pick<Subject, 'traces' | 'records'>) {
    const texts = traces.addresses.filter((address) => !isNumber(address)).flatMap(textForms);
    // A pattern of nothing is found everywhere.
    this.texts = new RegExp([...texts, ...records].join('|') || '$.', 'i');
    for (const form of traces.addresses.filter(isNumber).flatMap(numberForms).flatMap(withZero)) {
      const known = this.numbers.get(form.length) ?? new Set();
      this.numbers.set(form.length, known.add(form));
    }
  }

  /** Finds all that `Redactor` replaces but names, and a little more. */
  async isIn(text: string): Promise<boolean> {
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE + OVERLAP);
      if (this.texts.test(piece) || this.hasNumber(piece)) return true;
      await this.slices.next();
    }
    return false;
  }

  private hasNumber(piece: string): boolean {
    for (const [digits] of piece.replace(BETWEEN_DIGITS, '').matchAll(/\d+/g)) {
      if (digits.length < SHORTEST_NUMBER) continue;
      for (const [length, numbers] of this.numbers)
        for (let at = 0; at + length <= digits.length; at++)
          if (numbers.has(digits.slice(at, at + length))) return true;
    }
    return false;
  }
}

/** Digits as they stand, and with the (0) of the national form behind the calling code. */
function withZero(digits: string): string[] {
  const codes = Array.from({ length: MOST_OF_CALLING_CODE }, (_, at) => at + 1);
  return [digits, ...codes.map((at) => `${digits.slice(0, at)}0${digits.slice(at)}`)];
}
