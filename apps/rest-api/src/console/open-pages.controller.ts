import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '#auth';
import { protect } from './console.guard.js';
import { messagePage } from './message.page.js';
import { STYLE } from './style.js';

/** What needs no sign-in. */
@ApiExcludeController()
@Public()
@Controller('console')
export class OpenPagesController {
  @Get('style.css')
  style(@Res() response: Response): void {
    response.setHeader('Cache-Control', 'public, max-age=300');
    response.type('css').send(STYLE);
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
