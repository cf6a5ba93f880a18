import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '#crm-domain/people';
import { OutboxService, type OutboxPage } from '#crm-domain/messaging';

/** A person's own deliveries, for admins everybody's. */
@Injectable()
export class OwnOutbox {
  constructor(@Inject(OutboxService) private readonly outbox: OutboxService) {}

  list(member: Member, page: Parameters<OutboxService['list']>[2]): Promise<OutboxPage> {
    return this.outbox.list(member.workspace_id, member, page);
  }
}
