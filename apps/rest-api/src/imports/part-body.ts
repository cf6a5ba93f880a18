import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { AuthenticatedRequest } from '#auth';
import { PART_BYTES } from '#crm-domain/writes';
import { bodyReader, readOrLeave } from '../http/body-reader.js';
import type { BodiedRequest } from '../http/json-body.js';

/** Of the body that a part of a file is sent as. */
export const PART_TYPE = 'application/octet-stream';
/** Over the API, and from the page of the console, where the workspace comes first. */
const PART_PATH = /^\/(?:v1\/imports|console\/imports\/[^/]+)\/[^/]+\/parts\/[^/]+\/?$/;

type PartRequest = BodiedRequest & Pick<AuthenticatedRequest, 'bodyDigest'>;

/** Reads the parts of files as they are; what else is sent there is read as everywhere. */
export function partBody(): RequestHandler {
  const read = bodyReader(PART_BYTES, [PART_TYPE]);
  return (request: PartRequest, response, next) => {
    if (request.method !== 'PUT' || !PART_PATH.test(request.path) || !request.is(PART_TYPE)) return next();
    readOrLeave(request, next, (done) => {
      read(request, response, (error?: unknown) => {
        request.bodyError = error;
        const { body } = request as { body: unknown };
        if (Buffer.isBuffer(body) && isCompared(request))
          request.bodyDigest = createHash('sha256').update(body).digest('base64url');
        done();
      });
    });
  };
}

/** Whether the request may be told from another one by its body. */
function isCompared({ headers, originalUrl }: Request): boolean {
  return headers['idempotency-key'] !== undefined || originalUrl.includes('?');
}
