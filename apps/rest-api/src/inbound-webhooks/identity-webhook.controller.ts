import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public, readIdentityEvent, verifyWebhook } from '#auth';
import { IdentityService } from '#crm-domain/operations';
import { LoadShedder, oneByOne } from '#platform';
import { UnprovedCallers } from '../http/unproved-callers.js';

/** Deliveries that are proved and applied at a time. */
const AT_ONCE = 4;

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
  private readonly senders: UnprovedCallers;

  constructor(
    @Inject(IdentityService) private readonly identities: IdentityService,
    @Inject(IDENTITY_WEBHOOK) private readonly options: IdentityWebhookOptions,
    @Inject(LoadShedder) admission: LoadShedder,
  ) {
    this.senders = new UnprovedCallers(admission, 'deliveries', AT_ONCE);
  }

  @Post()
  receive(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.senders.run(request, response, () => this.apply(request));
  }

  private async apply({ headers, body }: Request) {
    const request = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
    const { event_id, change } = await oneByOne(() =>
      readIdentityEvent(request, verifyWebhook(request, this.options.secrets)),
    );
    const outcome = change ? await this.identities.apply(this.options.issuer, event_id, change) : 'ignored';
    return { event_id, outcome };
  }
}
