import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Headers of everything that a browser shows: the screens, which then name a stricter policy of their own, and the
 * pages of the documentation, whose style stands in the page.
 */
export function pageHeaders(): RequestHandler {
  const directives = {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  };
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
}
