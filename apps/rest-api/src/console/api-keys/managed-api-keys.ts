import { Inject, Injectable } from '@nestjs/common';
import { forbidden } from '#crm-domain';
import { ApiKeyService, type ApiKeyView, type Member } from '#crm-domain/people';

type NewKey = Pick<Parameters<ApiKeyService['create']>[0], 'name' | 'capabilities' | 'expires_at'>;

/** API keys of a workspace, for its admins. */
@Injectable()
export class ManagedApiKeys {
  constructor(@Inject(ApiKeyService) private readonly apiKeys: ApiKeyService) {}

  /** @throws DomainError forbidden */
  list(admin: Member): Promise<ApiKeyView[]> {
    demandAdmin(admin);
    return this.apiKeys.list(admin.workspace_id);
  }

  /** @throws DomainError forbidden, validation, conflict */
  create(admin: Member, key: NewKey): Promise<{ api_key: string; api_key_id: string }> {
    demandAdmin(admin);
    const { workspace_id, user_id } = admin;
    return this.apiKeys.create({ ...key, workspace_id, created_by_user_id: user_id });
  }

  /** @throws DomainError forbidden, not_found */
  revoke(admin: Member, apiKeyId: string): Promise<void> {
    demandAdmin(admin);
    return this.apiKeys.revoke(admin.workspace_id, apiKeyId, { type: 'user', id: admin.user_id, through: 'console' });
  }
}

/** @throws DomainError forbidden */
export function demandAdmin({ role }: Member): void {
  if (role !== 'admin') throw forbidden('Only admins of a workspace can manage its API keys.');
}
