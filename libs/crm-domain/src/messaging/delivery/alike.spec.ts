import { nearest } from './alike.js';

const SECOND = 1000;
const CALL = 20;
const at = (...seconds: number[]) => seconds.map((after) => ({ after_ms: after * SECOND }));

/**
 * In seconds after this one was begun, where a call takes up to 20: what was found, and when others of the same words
 * were begun that may have left, too.
 */
const find = (found: number[], others: number[] = []) => {
  const own = nearest(
    at(...found),
    others.map((begun) => begun * SECOND),
    CALL * SECOND,
  );
  return own && own.after_ms / SECOND;
};

describe('of messages that say the same', () => {
  it('the nearest is ours when there is no other one of ours', () => {
    expect(find([30, -1, 2])).toBe(-1);
    expect(find([])).toBeUndefined();
  });

  it('one that is nearer to another one of ours is not this one', () => {
    expect(find([59], [60])).toBeUndefined();
    expect(find([1, 59], [60])).toBe(1);
    expect(find([20, 59, 61], [60, 62])).toBe(20);
  });

  it('one that may as well be another one of ours is nobody’s', () => {
    expect(find([0], [1])).toBeUndefined();
    expect(find([0], [-2])).toBeUndefined();
    expect(find([0, 300], [1])).toBeUndefined();
  });

  it('one that a slow provider may have taken for another one of ours is nobody’s', () => {
    expect(find([2], [-10])).toBeUndefined();
    expect(find([12], [10])).toBeUndefined();
    expect(find([2], [-21])).toBeUndefined();
    expect(find([2], [-30])).toBe(2);
    expect(find([12], [16])).toBe(12);
  });

  it('of three calls in a row that two were found of, none is known to have left', () => {
    expect(find([17, 32], [15, 30])).toBeUndefined();
    expect(find([2, 17], [-15, 15])).toBeUndefined();
    expect(find([-13, 2], [-15, -30])).toBeUndefined();
  });

  it('each has its own though a slow provider may have taken each for the other', () => {
    expect(find([10, 12], [10])).toBe(10);
    expect(find([0, 2], [-10])).toBe(0);
    expect(find([2, 17, 20], [-15, 15])).toBe(17);
  });

  it('each has its own where there are as many as were begun', () => {
    expect(find([0, 1], [1])).toBe(0);
    expect(find([0, 0, 0], [0, 0])).toBe(0);
    expect(find([0, 0], [0, 0])).toBeUndefined();
  });
});
