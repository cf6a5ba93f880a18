/** How much a query may look at, so that its time does not grow with its object. */
export const BOUNDS = {
  /** Index rows that are counted to find out how selective a condition is. */
  probed: 2000,
  /** Rows of a condition up to which its matches are collected in place of a walk in the order of the page. */
  collected: 200,
  /** Records on the other side of a reference that are looked up beforehand; of more than these each one is asked. */
  targets: 1000,
  /** Milliseconds after which no further condition on other records is looked up for a query: it keeps a connection. */
  lookingUp: 5000,
  /** Rows that a page may walk along while it looks for those that meet its conditions. */
  walked: 100_000,
  /** The same of each of several walks for one page, at least. */
  share: 5000,
  /** Matches that a quick total counts. */
  counted: 1000,
  /** Rows that are looked at for a quick total where an index alone does not say what matches. */
  lookedAt: 2000,
  /** The same where the share of matches among them stands for all. */
  sampled: 500,
  /** Rows of an index that are counted by their keys. */
  indexed: 2_000_000,
  /** Rows that records become which count once in each of several groups. */
  spread: 300_000,
  /** Times that a record is held against a condition for one page or aggregate. */
  judged: 250_000,
};
