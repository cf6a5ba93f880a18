import { Controller, Get, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '#auth';
import { QueryGuard } from '../http/query.guard.js';
import { ConsoleFilter } from './console.filter.js';
import { protect } from './sign-in/console.guard.js';
import { messagePage } from './layout/message.page.js';
import { FAVICON } from './layout/icons.js';
import { IMPORTS_SCRIPT } from './imports/imports-script.js';
import { INBOX_SCRIPT } from './inbox/inbox-script.js';
import { SCRIPT } from './layout/script.js';
import { STYLE } from './layout/style.js';

/** What needs no sign-in. */
@ApiExcludeController()
@Public()
@UseGuards(QueryGuard)
@UseFilters(ConsoleFilter)
@Controller('console')
export class OpenPagesController {
  @Get('style.css')
  style(@Res() response: Response): void {
    sendFile(response, 'css', STYLE);
  }

  @Get('console.js')
  script(@Res() response: Response): void {
    sendFile(response, 'js', SCRIPT);
  }

  @Get('inbox.js')
  inboxScript(@Res() response: Response): void {
    sendFile(response, 'js', INBOX_SCRIPT);
  }

  @Get('imports.js')
  importsScript(@Res() response: Response): void {
    sendFile(response, 'js', IMPORTS_SCRIPT);
  }

  @Get('icon.svg')
  icon(@Res() response: Response): void {
    sendFile(response, 'svg', FAVICON);
  }

  @Get('signed-out')
  signedOut(@Res() response: Response): void {
    protect(response);
    response
      .type('html')
      .send(
        messagePage({ title: 'Signed out', text: 'You are signed out of these screens. Your clients stay connected.' }),
      );
  }
}

/** What is the same for everybody until the next release. */
function sendFile(response: Response, type: string, content: string): void {
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.type(type).send(content);
}
