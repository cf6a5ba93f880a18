import { Inject, Injectable } from '@nestjs/common';
import { forbidden } from '#crm-domain';
import { AuditService, type Member } from '#crm-domain/people';

/** The audit log of a workspace, for its admins. */
@Injectable()
export class ManagedAudit {
  constructor(@Inject(AuditService) private readonly audit: AuditService) {}

  /** @throws DomainError forbidden, validation */
  list(admin: Member, query: Parameters<AuditService['list']>[1]): ReturnType<AuditService['list']> {
    if (admin.role !== 'admin') throw forbidden('Only admins of a workspace can read its audit log.');
    return this.audit.list(admin.workspace_id, query);
  }
}
