import { createHash } from 'node:crypto';
import express, { type Request, type RequestHandler } from 'express';
import type { AuthenticatedRequest } from '#auth';
import { PART_BYTES } from '#crm-domain/writes';
import type { BodiedRequest } from '../http/json-body.js';

/** Of the body that a part of a file is sent as. */
export const PART_TYPE = 'application/octet-stream';
/** Over the API, and from the page of the console, where the workspace comes first. */
const PART_PATH = /^\/(?:v1\/imports|console\/imports\/[^/]+)\/[^/]+\/parts\/[^/]+\/?$/;

type PartRequest = BodiedRequest & Pick<AuthenticatedRequest, 'bodyDigest'>;

/** Reads the parts of files as they are; what else is sent there is read as everywhere. */
export function partBody(): RequestHandler {
  const read = express.raw({ type: PART_TYPE, limit: PART_BYTES, inflate: false });
  return (request: PartRequest, response, next) => {
    if (request.method !== 'PUT' || !PART_PATH.test(request.path)) return next();
    read(request, response, (error?: unknown) => {
      request.bodyError = error;
      const { body } = request as { body: unknown };
      if (Buffer.isBuffer(body) && isCompared(request))
        request.bodyDigest = createHash('sha256').update(body).digest('base64url');
      next();
    });
  };
}

/** Whether the request may be told from another one by its body. */
function isCompared({ headers, originalUrl }: Request): boolean {
  return headers['idempotency-key'] !== undefined || originalUrl.includes('?');
}
