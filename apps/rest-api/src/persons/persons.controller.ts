import { Body, Controller, Get, Inject, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import type { Actor } from '#crm-domain';
import { ExportService, PersonService } from '#crm-domain/operations';
import { ExportWorker } from '../exports/export-worker.js';
import { Answers } from '../http/openapi/answers.js';
import { GivesPage } from '../http/page-turn.interceptor.js';
import { Requires } from '../http/requires.js';
import { PersonAdminGuard } from './admin.guard.js';
import { ErasePersonDto, ExportPersonDto, MAX_DIGEST_LENGTH } from './person.dto.js';
import { readRehearsal } from './read-rehearsal.js';
import { PersonWorker } from './person-worker.js';

/** What a person may ask of whoever keeps their data: to have it, and to have it erased. For admins. */
@ApiTags('Persons')
@UseGuards(PersonAdminGuard)
@Controller('v1/persons')
export class PersonsController {
  constructor(
    @Inject(PersonService) private readonly persons: PersonService,
    @Inject(ExportService) private readonly exports: ExportService,
    @Inject(PersonWorker) private readonly worker: PersonWorker,
    @Inject(ExportWorker) private readonly exportWorker: ExportWorker,
  ) {}

  @Post('export')
  @GivesPage()
  @Requires('read:data')
  @Answers('Export a person', 'Export', [400, 409])
  async export(@By() actor: Actor, @Body() { email }: ExportPersonDto) {
    const made = await this.exports.createOfPerson(actor, email);
    this.exportWorker.wake();
    return made;
  }

  @Post('erase')
  @GivesPage()
  @Requires('read:data')
  @ApiQuery({ name: 'dry_run', required: false, description: 'As in the body.', schema: { type: 'boolean' } })
  @ApiQuery({
    name: 'expect_digest',
    required: false,
    description: 'As in the body.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_DIGEST_LENGTH },
  })
  @Answers('Erase a person', 'Erasure', [400, 404, 409])
  async erase(@By() actor: Actor, @Body() body: ErasePersonDto, @Query() query: Record<string, unknown>) {
    const by = { type: 'user', id: actor.id, through: 'rest-api' } as const;
    const erasure = await this.persons.erase(actor.workspace_id, by, { ...body, ...readRehearsal(query, body) });
    this.worker.wake();
    return erasure;
  }

  @Get('erasures')
  @Requires('read:data')
  @Answers('List erasures', ['Erasure'])
  list(@By() { workspace_id }: Actor) {
    return this.persons.list(workspace_id);
  }

  @Get('erasures/:erasure')
  @Requires('read:data')
  @Answers('Get an erasure', 'Erasure', [404])
  get(@By() { workspace_id }: Actor, @Param('erasure') id: string) {
    return this.persons.get(workspace_id, id);
  }
}
