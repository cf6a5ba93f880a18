import type { NextFunction, Request, Response } from 'express';
import { SchemaUse } from '#crm-domain';
import { onceDone } from '#platform';

/**
 * Tells until when a request uses the schemas that it has asked for: until it is answered, or has begun to be, as streams
 * are that stay open for hours. Comes after the body was read, which loses whose work it is.
 */
export function usesSchemas(_request: Request, response: Response, next: NextFunction): void {
  const use = new SchemaUse(() => response.headersSent);
  onceDone(response, () => use.end());
  use.run(next);
}
