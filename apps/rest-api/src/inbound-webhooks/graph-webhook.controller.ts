import { timingSafeEqual } from 'node:crypto';
import { Controller, Header, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#auth';
import { hashOf, readGraphNotifications } from '#channels';
import { SyncService } from '#crm-domain/messaging';
import { LoadShedder } from '#platform';
import { UnprovedCallers } from '../http/unproved-callers.js';
import { InboundService } from './inbound.service.js';
import { readBody } from './raw-body.js';

const MAX_TOKEN_LENGTH = 2048;
/** Notifications that are read and looked up at a time. */
const AT_ONCE = 4;

/**
 * Where Microsoft Graph tells of mails and of its subscriptions. Public: each notification carries its subscription's
 * secret.
 */
@ApiExcludeController()
@Public()
@Controller('webhooks/graph')
export class GraphWebhookController {
  private readonly senders: UnprovedCallers;

  constructor(
    @Inject(InboundService) private readonly inbound: InboundService,
    @Inject(SyncService) private readonly syncs: SyncService,
    @Inject(LoadShedder) admission: LoadShedder,
  ) {
    this.senders = new UnprovedCallers(admission, 'notifications', AT_ONCE);
  }

  /**
   * Before it subscribes anything Graph has a text repeated; later it wants no more than to be heard, right or wrong.
   */
  @Post()
  @Header('X-Content-Type-Options', 'nosniff')
  async receive(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { validationToken } = request.query;
    if (typeof validationToken === 'string' && validationToken.length <= MAX_TOKEN_LENGTH) {
      response.status(200).type('text/plain').send(validationToken);
      return;
    }
    await this.senders.run(request, response, () => this.keep(request));
    response.status(202).end();
  }

  /** Those that carry the secret of the subscription they name. */
  private async keep(request: Request): Promise<void> {
    const notifications = await readBody(request, 'Microsoft Graph', readGraphNotifications);
    const named = [...new Set(notifications.map(({ subscription_id }) => subscription_id))];
    const failures: unknown[] = [];
    const known = await this.syncs.subscribed(named, failures);
    const hashes = new Map(known.map((account) => [account.push_subscription_id, account.push_secret_hash]));
    const meant = notifications.filter(({ subscription_id, client_state }) => {
      const expected = hashes.get(subscription_id);
      if (!expected) return false;
      const given = hashOf(client_state);
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    await this.inbound.keep(meant.map(({ event }) => event()));
    // Not found, perhaps, because a node of the database is away: Graph asks again.
    if (failures.length > 0 && hashes.size < named.length) throw failures[0];
  }
}
