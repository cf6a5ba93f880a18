import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler } from 'express';
import { NestFactory } from '@nestjs/core';
import helmet from 'helmet';
import { LoadShedder, BodyMemoryLimit, limitServer, requestLog, watchRequests } from '#platform';
import { formBody } from './console/form-body.js';
import { MAX_BATCH_BYTES } from './http/batch-path.js';
import { AnswerAdapter } from './http/answer.adapter.js';
import { bodyReader } from './http/body-reader.js';
import { jsonBody } from './http/json-body.js';
import { serveDocument } from './http/openapi/openapi.js';
import { addressOf, networkOf } from './http/address.js';
import { admit, admitBodies, shed } from './http/admit.js';
import { factsOf, requestId } from './http/request-facts.js';
import { divertUnreadable } from './http/unknown-route.js';
import { usesSchemas } from './http/uses-schemas.js';
import { boundSenders, leaveUnsigned } from './inbound-webhooks/bound-senders.js';
import { partBody } from './imports/part-body.js';
import { RestApiModule } from './rest-api.module.js';
import type { RestSettings } from './settings.js';

const MIB = 1024 * 1024;
/** Those of Meta's webhooks. */
const LARGEST_WEBHOOK = 3 * MIB;

/** The REST API, complete and not yet listening. */
export async function createRestApi(settings: RestSettings): Promise<NestExpressApplication> {
  const bodies = new BodyMemoryLimit(MAX_BATCH_BYTES);
  bodies.senderOf = (request) => networkOf(addressOf(request as Request) ?? '');
  const admission = new LoadShedder(settings.MAX_REQUESTS_AT_ONCE);
  const app = await NestFactory.create<NestExpressApplication>(
    RestApiModule.forRoot(settings, admission),
    new AnswerAdapter(bodies),
    {
      bodyParser: false,
      // What goes wrong at the start is told once, by `runService`.
      abortOnError: false,
      logger: false,
    },
  );
  app.set('etag', false);
  app.disable('x-powered-by');
  // Without it, `X-Forwarded-For` is what its sender made up.
  app.set('trust proxy', settings.TRUSTED_PROXIES ?? false);
  app.use(requestId);
  app.use(divertUnreadable);
  app.use(ignoreLongHeaders);
  app.use(watchRequests({ log: requestLog, factsOf }));
  app.use([/^\/$/, '/console', '/docs'], pageHeaders());
  readBodies(app, bodies);
  app.use(admit(admission));
  app.use(usesSchemas);
  serveDocument(app, settings.BASE_URL ?? `http://localhost:${settings.REST_PORT}`);
  limitServer(app.getHttpServer());
  return app;
}

/** Each kind of body in its own way. */
function readBodies(app: NestExpressApplication, bodies: BodyMemoryLimit): void {
  app.use(admitBodies(bodies));
  app.use('/webhooks', boundSenders(shed));
  app.use('/webhooks/meta', leaveUnsigned(LARGEST_WEBHOOK));
  // Signatures are over the very bytes.
  app.use(
    '/webhooks/meta',
    bodyReader(LARGEST_WEBHOOK, () => true),
  );
  app.use(
    '/webhooks',
    bodyReader(MIB, () => true),
  );
  app.use('/console', formBody());
  app.use(partBody());
  app.use(jsonBody());
}

/** Characters of a header that is chosen by; what browsers and libraries write has some 200. */
const MAX_HEADER = 1000;
/** They say what the caller would rather have: without them it gets what everybody gets. */
const CHOSEN_BY = ['accept', 'accept-encoding'] as const;

/** Takes long headers for absent: each thing named in them costs time, and anybody may send them. */
const ignoreLongHeaders: RequestHandler = ({ headers }, _response, next) => {
  for (const name of CHOSEN_BY) if ((headers[name]?.length ?? 0) > MAX_HEADER) delete headers[name];
  next();
};

/**
 * Headers of everything that a browser shows: the screens, which then name a stricter policy of their own, and the
 * pages of the documentation, whose style stands in the page.
 */
function pageHeaders(): RequestHandler {
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
