import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '#crm-domain/people';
import { AccountService, type AccountView, type NewAccount, type Seal } from '#crm-domain/messaging';

/** A person's accounts, and the shared ones they use or, as admins, look after. */
@Injectable()
export class OwnAccounts {
  constructor(@Inject(AccountService) private readonly accounts: AccountService) {}

  list(member: Member): Promise<AccountView[]> {
    return this.accounts.list(member.workspace_id, member);
  }

  /** As the person's own. @throws DomainError conflict */
  connect(
    by: Member,
    account: Omit<NewAccount, 'owner_user_id' | 'member_ids'>,
    seal: Seal,
  ): Promise<{ channel_account_id: string }> {
    return this.accounts.connect(by.workspace_id, { ...account, owner_user_id: by.user_id }, { seal, by });
  }

  /** @throws DomainError not_found, forbidden */
  disconnect(member: Member, accountId: string): Promise<void> {
    return this.accounts.disconnect(member.workspace_id, accountId, member);
  }
}
