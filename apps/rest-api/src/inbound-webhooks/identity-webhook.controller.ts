import { Controller, Inject, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public, readIdentityEvent, verifyWebhook } from '#auth';
import { IdentityService } from '#crm-domain/operations';
import { inTurn } from './raw-body.js';

export const IDENTITY_WEBHOOK = Symbol('identity-webhook');

export interface IdentityWebhookOptions {
  /** That of the tokens: who is told of here is who signs in. */
  issuer: string;
  secrets: readonly string[];
}

/**
 * Where the identity provider tells of people and memberships. Public, because a delivery's signature is its
 * credential.
 */
@ApiExcludeController()
@Public()
@Controller('webhooks/identity')
export class IdentityWebhookController {
  constructor(
    @Inject(IdentityService) private readonly identities: IdentityService,
    @Inject(IDENTITY_WEBHOOK) private readonly options: IdentityWebhookOptions,
  ) {}

  @Post()
  async receive(@Req() { headers, body }: Request) {
    const request = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
    const { event_id, change } = await inTurn(() =>
      readIdentityEvent(request, verifyWebhook(request, this.options.secrets)),
    );
    const outcome = change ? await this.identities.apply(this.options.issuer, event_id, change) : 'ignored';
    return { event_id, outcome };
  }
}
