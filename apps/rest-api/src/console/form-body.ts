import { MAX_COLUMNS } from '#crm-domain/writes';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { LARGE_BODY } from '#auth';
import { boundBody, lengthOf } from '#platform';
import { readOrLeave, type LeftBody } from '../http/body-reader.js';
import { ERRORS } from '../http/error-table.js';
import { protect } from './sign-in/console.guard.js';
import { messagePage } from './layout/message.page.js';

const FORM = 'application/x-www-form-urlencoded';
/** The largest of the other forms has six fields. */
const SMALL = { limit: 16 * 1024, fields: 30 };
/** Of what somebody writes to others: 100,000 characters, of which each may take nine bytes. */
const MESSAGE = { limit: 1024 * 1024, fields: 30 };
/** A field for each column of a file. */
const COLUMNS = { limit: 256 * 1024, fields: MAX_COLUMNS + 10 };
type Size = typeof SMALL;
const SIZES: [RegExp, Size][] = [
  [/^\/inbox\//, MESSAGE],
  [/^\/imports\/[^/]+\/[^/]+\/begin$/, COLUMNS],
];

/** A form that cannot be taken, in a sentence for people. */
export class FormRefused extends Error {
  readonly retryAfter = undefined;

  constructor(
    readonly kind: 'validation' | 'too_large',
    text: string,
  ) {
    super(`${text} Nothing was changed.`);
  }
}

/**
 * Reads the forms of the screens, as browsers send them and in no other way: what a page of another site may send
 * without being asked (text/plain, multipart/form-data) and what no form sends (JSON) is refused before anything looks
 * at it. A large form is left to the guard, which reads it for whoever is signed in.
 */
export function formBody(): RequestHandler {
  const reader = ({ limit, fields }: Size) =>
    express.urlencoded({ extended: false, type: FORM, limit, parameterLimit: fields, inflate: false });
  const readers = new Map([SMALL, MESSAGE, COLUMNS].map((size) => [size, reader(size)]));
  return (request: Request & LeftBody, response, next) => {
    if (request.method !== 'POST') return next();
    if (!request.is(FORM)) return refuse(response, new FormRefused('validation', `Send the form as ${FORM}.`));
    const size = SIZES.find(([path]) => path.test(request.path))?.[1] ?? SMALL;
    const largest = `A form has at most ${size.limit / 1024} KiB and ${size.fields} fields.`;
    if (!boundBody(request, size.limit)) return refuse(response, new FormRefused('too_large', largest));
    const isSmall = (lengthOf(request) ?? LARGE_BODY) < LARGE_BODY;
    readOrLeave(
      request,
      () => (isSmall && request.bodyError ? refuse(response, request.bodyError as FormRefused) : next()),
      (done) =>
        readers.get(size)!(request, response, (error?: { status?: number }) => {
          if (error?.status === 413) request.bodyError = new FormRefused('too_large', largest);
          else if (error) request.bodyError = new FormRefused('validation', 'This form cannot be read.');
          else if (hasTwice(request.body as object)) request.bodyError = new FormRefused('validation', TWICE);
          done();
        }),
    );
  };
}

const TWICE = 'A field of this form was sent more than once.';

/** Handlers read each field as one text; the parser makes a list of one that is sent again. */
function hasTwice(body: object): boolean {
  return Object.values(body).some((value) => Array.isArray(value));
}

function refuse(response: Response, { kind, message }: FormRefused): void {
  protect(response);
  const { statusCode } = ERRORS[kind];
  const page = messagePage({ title: 'That did not work', text: message });
  response.status(statusCode).type('html').send(page);
}
