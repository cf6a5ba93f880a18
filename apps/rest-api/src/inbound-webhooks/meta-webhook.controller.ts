import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#auth';
import { isSignedByMeta, splitMeta } from '#channels';
import { DomainError, forbidden } from '#crm-domain';
import { LoadShedder, oneByOne } from '#platform';
import { UnprovedCallers } from '../http/unproved-callers.js';
import { InboundService } from './inbound.service.js';
import { rawBody, readBody } from './raw-body.js';

export const META_WEBHOOK = Symbol('META_WEBHOOK');

export interface MetaWebhookOptions {
  /** Of the app, and of Instagram's login where that is another one. */
  secrets: readonly string[];
  /** What was typed at Meta beside this address. */
  verifyToken: string;
}

/** Notifications that are proved and kept at a time. */
const AT_ONCE = 4;

const CHALLENGE = /^[\w.-]{1,200}$/;

/** Where WhatsApp, Messenger and Instagram tell of messages. Public, because the signature is the credential. */
@ApiExcludeController()
@Public()
@Controller('webhooks/meta')
export class MetaWebhookController {
  private readonly senders: UnprovedCallers;

  constructor(
    @Inject(InboundService) private readonly inbound: InboundService,
    @Inject(META_WEBHOOK) private readonly options: MetaWebhookOptions,
    @Inject(LoadShedder) admission: LoadShedder,
  ) {
    this.senders = new UnprovedCallers(admission, 'notifications', AT_ONCE);
  }

  /** The handshake by which Meta finds out that the address is ours. */
  @Get()
  @Header('X-Content-Type-Options', 'nosniff')
  verify(@Req() { query }: Request, @Res() response: Response): void {
    const challenge = String(query['hub.challenge'] ?? '');
    const isMeant = query['hub.mode'] === 'subscribe' && isSame(query['hub.verify_token'], this.options.verifyToken);
    if (!isMeant || !CHALLENGE.test(challenge)) throw forbidden('The verify token is wrong.');
    response.type('text/plain').send(challenge);
  }

  @Post()
  async receive(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    await this.senders.run(request, response, () => this.keep(request));
    return { received: true };
  }

  private async keep(request: Request): Promise<void> {
    const { 'x-hub-signature-256': signature } = request.headers;
    const isMeta = await oneByOne(() => isSignedByMeta(rawBody(request), signature, this.options.secrets));
    if (!isMeta) throw new DomainError('unauthenticated', 'The signature of the notification is not valid.');
    await this.inbound.keep(await readBody(request, 'Meta', splitMeta));
  }
}

/** In a time that tells nothing, whatever their lengths. */
function isSame(given: unknown, expected: string): boolean {
  const [one, other] = [String(given), expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}
