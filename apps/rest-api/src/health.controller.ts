import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '#auth';
import { Domain } from '#crm-domain';
import { missingFrom } from '#crm-domain/operations';

/** For whoever runs the service: is the process alive, and can it serve? */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  @Get('healthz')
  @Public()
  alive(@Res() response: Response): void {
    response.json({ status: 'ok' });
  }

  @Get('readyz')
  @Public()
  async ready(@Res() response: Response): Promise<void> {
    const missing = await missingFrom(this.domain.source);
    response
      .status(missing.length === 0 ? 200 : 503)
      .json({ status: missing.length === 0 ? 'ready' : 'not ready', missing });
  }
}
