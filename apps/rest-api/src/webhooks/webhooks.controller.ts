import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { invalid, type Actor } from '#crm-domain';
import { DELIVERY_STATES, WebhookDeliveryService, WebhookService } from '#crm-domain/events';
import { newId } from '#platform';
import { readDeliveryState, readLogPage } from '../events/feed-query.js';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/openapi/answers.js';
import { CallsOut, ShownOnce } from '../http/write.interceptor.js';
import { CursorPage } from '../http/openapi/page-parameters.js';
import { changesIn } from '../http/read-only.js';
import { Requires, RequiresAll } from '../http/requires.js';
import { OutgoingWebhooks } from './outgoing-webhooks.service.js';
import { CreateWebhookDto, ReplayDto, UpdateWebhookDto } from './webhook.dto.js';

/** A webhook is sent what is in the feed: nobody has sent to themselves what they may not read. */
const BUILDS = ['write:schema', 'read:data'] as const;

/** Where events are sent to, and what became of them there (contract: Events; Standard Webhooks on the wire). */
@ApiTags('Webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    @Inject(WebhookService) private readonly webhooks: WebhookService,
    @Inject(WebhookDeliveryService) private readonly deliveries: WebhookDeliveryService,
    @Inject(OutgoingWebhooks) private readonly outgoing: OutgoingWebhooks,
  ) {}

  @Get()
  @Requires('read:data')
  @Answers('List webhooks', ['Webhook'])
  list(@By() actor: Actor) {
    return this.webhooks.list(actor);
  }

  @Post()
  @ShownOnce('secret')
  @RequiresAll(...BUILDS)
  @Answers('Create a webhook; its secret is shown only once', 'Webhook', [400, 409])
  create(@By() actor: Actor, @Body() body: CreateWebhookDto) {
    this.checkUrl(body.url);
    return this.webhooks.create(actor, body, this.outgoing.sealFor(actor.workspace_id));
  }

  @Get(':webhook')
  @Requires('read:data')
  @Answers('Get a webhook', 'Webhook', [404])
  get(@By() actor: Actor, @Param('webhook') webhook: string) {
    return this.webhooks.get(actor, webhook);
  }

  @Patch(':webhook')
  @RequiresAll(...BUILDS)
  @Answers('Update a webhook, switch it off or on again', 'Webhook', [400, 404])
  async update(@By() actor: Actor, @Param('webhook') webhook: string, @Body() body: UpdateWebhookDto) {
    // An address from before the rules were tightened can be written back.
    if (body.url !== undefined && this.outgoing.refusal(body.url))
      if ((await this.webhooks.get(actor, webhook)).url !== body.url) this.checkUrl(body.url);
    const changes = await changesIn(UpdateWebhookDto, body, () => this.webhooks.get(actor, webhook));
    return this.webhooks.update(actor, webhook, changes);
  }

  @Delete(':webhook')
  @Requires('write:schema')
  @Answers('Delete a webhook and its log', 'Webhook', [404])
  delete(@By() actor: Actor, @Param('webhook') webhook: string) {
    return this.webhooks.delete(actor, webhook);
  }

  @Post(':webhook/test')
  @CallsOut()
  @RequiresAll(...BUILDS)
  @Answers('Send a test event to a webhook', 'WebhookAttempt', [404])
  async test(@By() actor: Actor, @Param('webhook') webhook: string) {
    const row = await this.webhooks.rowToSend(actor, webhook);
    const event = {
      position: 0,
      event_id: newId(),
      kind: 'webhook.test' as never,
      occurred_at: new Date().toISOString(),
      workspace_id: actor.workspace_id,
      subject: { type: 'webhook' as never, id: row.webhook_id },
      object: null,
      actor: { type: actor.type, id: actor.id, name: actor.name },
      via: actor.via,
    };
    const signal = new AbortController().signal;
    const { http_status, error, duration_ms } = await this.deliveries.attempt(row, event, {
      ...this.outgoing.means,
      signal,
    });
    return { delivered: error === null, http_status, error, duration_ms };
  }

  @Post(':webhook/rotate-secret')
  @ShownOnce('secret')
  @RequiresAll(...BUILDS)
  @Answers('Replace the secret of a webhook; the old one stays valid for 24 hours', 'Webhook', [404])
  rotateSecret(@By() actor: Actor, @Param('webhook') webhook: string) {
    return this.webhooks.rotateSecret(actor, webhook, this.outgoing.sealFor(actor.workspace_id));
  }

  @Post(':webhook/replay')
  @RequiresAll(...BUILDS)
  @Answers('Send everything after a position again', 'Webhook', [400, 404, 410])
  replay(@By() actor: Actor, @Param('webhook') webhook: string, @Body() body: ReplayDto) {
    return this.webhooks.replay(actor, webhook, body.after);
  }

  @Get(':webhook/deliveries')
  @Requires('read:data')
  @CursorPage(18)
  @ApiQuery({
    name: 'state',
    required: false,
    description: 'Only deliveries in this state.',
    schema: { type: 'string', enum: [...DELIVERY_STATES] },
  })
  @Answers('Deliveries of a webhook, newest event first', ['WebhookDelivery'], [400, 404])
  async listDeliveries(@By() actor: Actor, @Param('webhook') webhook: string, @Query() query: Record<string, unknown>) {
    const { deliveries, next } = await this.webhooks.deliveries(actor, webhook, {
      ...readLogPage(query),
      state: readDeliveryState(query),
    });
    const more = next === null ? {} : { next_cursor: String(next) };
    return new Answer(deliveries, { pagination: { has_more: next !== null, ...more } });
  }

  @Post(':webhook/deliveries/:event/redeliver')
  @CallsOut()
  @RequiresAll(...BUILDS)
  @Answers('Send one event of the log again', 'WebhookDelivery', [404])
  async redeliver(@By() actor: Actor, @Param('webhook') webhook: string, @Param('event') event: string) {
    return this.deliveries.redeliver(await this.webhooks.rowToSend(actor, webhook), event, this.outgoing.means);
  }

  private checkUrl(url: string): void {
    const refused = this.outgoing.refusal(url);
    if (refused) throw invalid([{ path: 'url', message: refused, expected: this.outgoing.callable }]);
  }
}
