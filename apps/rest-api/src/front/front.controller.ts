import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#auth';
import { methodsAt } from '../http/unknown-route.js';
import { TOOL_SERVER } from '../settings.js';
import { frontPage } from './open-page.js';

/** For whoever opens the address of the service in a browser. */
@ApiExcludeController()
@Controller()
export class FrontController {
  constructor(@Inject(TOOL_SERVER) private readonly toolServer: string | undefined) {}

  @Get()
  @Public()
  show(@Req() { app }: Request, @Res() response: Response): void {
    response.type('html').send(frontPage(methodsAt(app, '/console').length > 0, this.toolServer));
  }
}
