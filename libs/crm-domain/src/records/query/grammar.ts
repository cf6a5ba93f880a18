import {
  BUCKETS,
  FUNCTIONS,
  GROUP_FORMATS,
  GROUP_ORDERS,
  MAX_GROUP_BY,
  MAX_MEASURES,
  WEEKDAYS,
} from '../aggregate/aggregate.js';
import { MAX_CURSOR } from './cursor.js';
import { MATCHES } from './parse-filter.js';
import { MAX_OFFSET, TOTALS } from './parse-query.js';
import { MAX_SORTS } from './parse-sort.js';
import { MAX_OBJECTS } from './search-words.js';
import { MAX_CONDITIONS, MAX_DEPTH } from './parse-tree.js';

/**
 * The words and the bounds of queries and aggregates, as their transports say them: what is beyond is refused by the
 * domain itself.
 */
export const QUERY_GRAMMAR = {
  matches: MATCHES,
  totals: TOTALS,
  conditions: MAX_CONDITIONS,
  depth: MAX_DEPTH,
  sorts: MAX_SORTS,
  offset: MAX_OFFSET,
  cursor: MAX_CURSOR,
  objects: MAX_OBJECTS,
  functions: FUNCTIONS,
  buckets: BUCKETS,
  weekdays: WEEKDAYS,
  groupOrders: GROUP_ORDERS,
  groupFormats: GROUP_FORMATS,
  groupBy: MAX_GROUP_BY,
  measures: MAX_MEASURES,
};
