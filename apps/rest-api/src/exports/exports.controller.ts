import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import type { Actor } from '#crm-domain';
import { ExportService } from '#crm-domain/operations';
import { Answers } from '../http/openapi/answers.js';
import { GivesPage } from '../http/page-turn.interceptor.js';
import { Requires } from '../http/requires.js';
import { CreateExportDto } from './export.dto.js';
import { ExportWorker } from './export-worker.js';

/** Files of a workspace's data. Who may read records may export them. */
@ApiTags('Exports')
@Controller('v1/exports')
export class ExportsController {
  constructor(
    @Inject(ExportService) private readonly exports: ExportService,
    @Inject(ExportWorker) private readonly worker: ExportWorker,
  ) {}

  @Get()
  @Requires('read:data')
  @Answers('List exports', ['Export'])
  list(@By() actor: Actor) {
    return this.exports.list(actor);
  }

  // It writes, though who may only read may ask for it: it waits for its turn among the pages of the workspace.
  @Post()
  @Requires('read:data')
  @GivesPage()
  @Answers('Export records', 'Export', [400, 404, 409])
  async create(@By() actor: Actor, @Body() body: CreateExportDto) {
    const made = await this.exports.create(actor, body);
    this.worker.wake();
    return made;
  }

  @Get(':export')
  @Requires('read:data')
  @Answers('Get an export', 'Export', [404])
  get(@By() actor: Actor, @Param('export') id: string) {
    return this.exports.get(actor, id);
  }

  @Post(':export/cancel')
  @Requires('read:data')
  @GivesPage()
  @Answers('Cancel an export', 'Export', [404])
  cancel(@By() actor: Actor, @Param('export') id: string) {
    return this.exports.cancel(actor, id);
  }
}
