import { Controller, Inject, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public, PushTokens } from '#auth';
import { readGmailPush } from '#channels';
import { InboundService } from './inbound.service.js';
import { readBody } from './raw-body.js';

/** Where Pub/Sub pushes that a mailbox has changed. Public, because the push's own token is its credential. */
@ApiExcludeController()
@Public()
@Controller('webhooks/gmail')
export class GmailWebhookController {
  constructor(
    @Inject(InboundService) private readonly inbound: InboundService,
    @Inject(PushTokens) private readonly tokens: PushTokens,
  ) {}

  @Post()
  async receive(@Req() request: Request) {
    await this.tokens.verify(request.headers.authorization);
    await this.inbound.keep([await readBody(request, 'Gmail', readGmailPush)]);
    return { received: true };
  }
}
