/**
 * What work on stored values gives, or `otherwise` where they are not of the shape that their type gave them: what
 * looks for damage must not break on it.
 */
export function unlessUnreadable<T>(work: () => T, otherwise: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return otherwise();
    throw error;
  }
}
