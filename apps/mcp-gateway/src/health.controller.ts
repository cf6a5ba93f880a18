import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { GATEWAY, type GatewaySettings } from './gateway-options.js';

/** For whoever runs the process: is it alive, and can it serve. */
@Controller()
export class HealthController {
  constructor(@Inject(GATEWAY) private readonly settings: GatewaySettings) {}

  @Get('healthz')
  alive(): object {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready(@Res() response: Response): Promise<void> {
    const missing = await this.settings.missing().catch(() => ['this cannot be found out; see the log']);
    const ready = missing.length === 0;
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', missing });
  }
}
