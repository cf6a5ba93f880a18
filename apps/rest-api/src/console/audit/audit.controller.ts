import { Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AUDIT_ACTIONS } from '#crm-domain/people';
import { QueryNames } from '../../http/query.guard.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import type { ConsoleRequest } from '../sign-in/console.guard.js';
import { auditPage } from './audit.page.js';
import { ManagedAudit } from './managed-audit.js';

const ENTRIES = 50;
const ENTRY = /^[1-9]\d{0,15}$/;

/** The audit log of the workspaces that a person administers. Nothing is changed here. */
@ConsoleScreen('console/audit')
export class AuditScreenController {
  constructor(@Inject(ManagedAudit) private readonly audit: ManagedAudit) {}

  @Get()
  @QueryNames('workspace', 'action', 'before')
  async show(
    @Req() { person }: ConsoleRequest,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const own = person.memberships.filter(({ role }) => role === 'admin');
    const workspaceId = query.workspace ?? own[0]?.workspace_id;
    const member = workspaceId === undefined ? undefined : person.memberOf(String(workspaceId));
    const action = AUDIT_ACTIONS.find((name) => name === query.action);
    const before = typeof query.before === 'string' && ENTRY.test(query.before) ? query.before : undefined;
    const view = member && {
      member,
      own,
      action,
      isFirst: before === undefined,
      isAskedFor: Object.keys(query).length > 0,
      ...(await this.audit.list(member, { limit: ENTRIES, before, action })),
    };
    response.type('html').send(auditPage(person, view));
  }
}
