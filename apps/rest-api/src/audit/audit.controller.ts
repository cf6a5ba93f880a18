import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import type { Actor } from '#crm-domain';
import { AUDIT_ACTIONS, AuditService } from '#crm-domain/people';
import { readLogPage } from '../events/feed-query.js';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/openapi/answers.js';
import { CursorPage } from '../http/openapi/page-parameters.js';
import { Requires } from '../http/requires.js';
import { readText } from '../records/page-query.js';
import { AdminGuard } from './admin.guard.js';

/** Who did what to the workspace itself, for its admins. */
@ApiTags('Audit log')
@UseGuards(AdminGuard)
@Controller('v1/audit')
export class AuditController {
  constructor(@Inject(AuditService) private readonly audit: AuditService) {}

  @Get()
  @Requires('read:data')
  @CursorPage(18)
  @ApiQuery({
    name: 'action',
    required: false,
    description: 'Only entries of this action.',
    schema: { type: 'string', enum: [...AUDIT_ACTIONS] },
  })
  @ApiQuery({
    name: 'actor',
    required: false,
    description: 'Only what this user did.',
    schema: { type: 'string', format: 'uuid' },
  })
  @Answers('Read the audit log, newest first', ['AuditEntry'], [400])
  async list(@By() actor: Actor, @Query() query: Record<string, unknown>) {
    const asked = { ...readLogPage(query), action: readText(query, 'action'), actor: readText(query, 'actor') };
    const { entries, next } = await this.audit.list(actor.workspace_id, asked);
    const more = next === null ? {} : { next_cursor: String(next) };
    return new Answer(entries, { pagination: { has_more: next !== null, ...more } });
  }
}
