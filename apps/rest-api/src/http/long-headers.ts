import type { RequestHandler } from 'express';

/** Characters of a header that is chosen by; what browsers and libraries write has some 200. */
const MOST = 1000;
/** They say what the caller would rather have: without them it gets what everybody gets. */
const CHOSEN_BY = ['accept', 'accept-encoding'] as const;

/** Takes long headers for absent: each thing named in them costs time, and anybody may send them. */
export const ignoreLongHeaders: RequestHandler = ({ headers }, _response, next) => {
  for (const name of CHOSEN_BY) if ((headers[name]?.length ?? 0) > MOST) delete headers[name];
  next();
};
