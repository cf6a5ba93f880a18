import type { Request, RequestHandler } from 'express';
import { LARGE_BODY, SharedBudget } from '#auth';
import { hasMetaSignature } from '#channels';
import { lengthOf, type ArrivingRequest } from '#platform';
import { addressOf, networkOf } from '../http/address.js';

const MIB = 1024 * 1024;
/** Bytes that the senders of one network, and all together, may post in a second, and in a moment after a pause. */
const BUDGET = { one: { perSecond: 4 * MIB, most: 12 * MIB }, all: { perSecond: 16 * MIB, most: 32 * MIB } };

/**
 * Bounds what is read for senders of webhooks. A signature can only be judged over the whole body, so that anybody
 * could have the service read and hash as much as the line carries. Whoever has sent more than that is refused with
 * 503, unread; providers send again. Bytes count as they arrive: what a request says of its length is said by anybody.
 *
 * @param now milliseconds that only grow
 */
export function boundSenders(shed: RequestHandler, now?: () => number): RequestHandler {
  const budget = new SharedBudget(BUDGET, now);
  return (request: Request & ArrivingRequest, response, next) => {
    const network = networkOf(addressOf(request) ?? '');
    if (budget.isSpent(network)) return shed(request, response, next);
    const { onBodyPart } = request;
    request.onBodyPart = (bytes) => {
      budget.count(network, bytes);
      onBodyPart?.(bytes);
    };
    next();
  };
}

/** Leaves a large body unread where there is nothing that could be the signature of it. @param longest in bytes */
export function leaveUnsigned(longest: number): RequestHandler {
  return (request, _response, next) => {
    const { method, headers } = request;
    const length = lengthOf(request) ?? LARGE_BODY;
    const isLarge = length >= LARGE_BODY && length <= longest && headers['content-encoding'] === undefined;
    if (method === 'POST' && isLarge && !hasMetaSignature(headers['x-hub-signature-256']))
      request.body = Buffer.alloc(0);
    next();
  };
}
