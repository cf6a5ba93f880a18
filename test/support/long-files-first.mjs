import { createRequire } from 'node:module';

// Jest's own parts, as Jest finds them.
const fromJest = createRequire(import.meta.resolve('jest'));
const { default: Sequencer } = fromJest('@jest/test-sequencer');

/** Short files that take long: they do much at random, or run the tests of other files. */
const LONG = /[\\/](fuzz|model|faults|two-of-each)[\\/]/;

/**
 * The files that take longest begin, so that no worker is left with one at the end. Jest knows how long each of them
 * took the last time; on a machine where it never ran, it takes the size of a file for that.
 */
export default class LongFilesFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path, duration }) => duration === undefined && LONG.test(path);
    return super.sort(tests).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}
