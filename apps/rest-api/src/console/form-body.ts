import express, { type RequestHandler, type Response } from 'express';
import { ERRORS } from '../http/error-table.js';
import { protect } from './sign-in/console.guard.js';
import { messagePage } from './layout/message.page.js';

const FORM = 'application/x-www-form-urlencoded';
const LARGEST = 16 * 1024;
/** Of what somebody writes to others: 100,000 characters, of which each may take nine. */
const LARGEST_MESSAGE = 1024 * 1024;
const MESSAGES = '/inbox/';
/** The largest form has six. */
const MAX_FIELDS = 30;

/**
 * Reads the forms of the screens, as browsers send them and in no other way: what a page of another site may send
 * without being asked (text/plain, multipart/form-data) and what no form sends (JSON) is refused before anything looks
 * at it.
 */
export function formBody(): RequestHandler {
  const reader = (limit: number) =>
    express.urlencoded({ extended: false, type: FORM, limit, parameterLimit: MAX_FIELDS, inflate: false });
  const [read, readMessage] = [reader(LARGEST), reader(LARGEST_MESSAGE)];
  return (request, response, next) => {
    if (request.method !== 'POST') return next();
    if (!request.is(FORM)) return refuse(response, 'validation', `Send the form as ${FORM}.`);
    const isMessage = request.path.startsWith(MESSAGES);
    (isMessage ? readMessage : read)(request, response, (error?: { status?: number }) => {
      if (!error) return next();
      const isLarge = error.status === 413;
      const most = isMessage ? LARGEST_MESSAGE : LARGEST;
      const largest = `A form has at most ${most / 1024} KiB and ${MAX_FIELDS} fields.`;
      refuse(response, isLarge ? 'too_large' : 'validation', isLarge ? largest : 'This form cannot be read.');
    });
  };
}

function refuse(response: Response, kind: 'validation' | 'too_large', text: string): void {
  protect(response);
  const { statusCode } = ERRORS[kind];
  const page = messagePage({ title: 'That did not work', text: `${text} Nothing was changed.` });
  response.status(statusCode).type('html').send(page);
}
