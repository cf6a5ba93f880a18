import type { Check } from './command.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY_OR_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

export const uuid: Check = (text) => (UUID.test(text) ? undefined : 'must be a UUID');

export const filled: Check = (text) => (text.trim() ? undefined : 'must not be empty');

export const email: Check = (text) => (/^[^\s@:]+@[^\s@:]+$/.test(text) ? undefined : 'must be an e-mail address');

/** Addresses, separated by commas. */
export const emails: Check = (text) => {
  const wrong = listOf(text).find((each) => email(each));
  return wrong === undefined ? undefined : email(wrong);
};

/** A day, or a time with its zone, that is yet to come. */
export const ahead: Check = (text) => {
  const time = DAY_OR_TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) return 'must be a day or a time such as 2030-01-31 or 2030-01-31T12:00:00Z';
  return time > Date.now() ? undefined : `must lie in the future, not at ${text}`;
};

/** One of the given words. */
export function oneOf(words: readonly string[]): Check {
  return (text) => (words.includes(text) ? undefined : `must be ${words.join(' or ')}`);
}

/** Some of the given words, separated by commas. */
export function someOf(words: readonly string[]): Check {
  return (text) => {
    const unknown = listOf(text).find((word) => !words.includes(word));
    if (unknown === undefined && text.trim()) return undefined;
    return `must be one or more of ${words.join(', ')}, separated by commas`;
  };
}

/** The words of a list that `someOf` accepts, each once. */
export function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))];
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number): Check {
  return (text) =>
    /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;
}

/** One of many codes, which are not all listed; in capitals or not. */
export const code =
  (known: readonly string[]): Check =>
  (text) =>
    known.includes(text.toUpperCase()) ? undefined : 'is not a known code';
