import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import type { Actor } from '#crm-domain';
import { AutomationService } from '#crm-domain/events';
import { readLogPage } from '../events/feed-query.js';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/openapi/answers.js';
import { CursorPage } from '../http/openapi/page-parameters.js';
import { GivesPage } from '../http/page-turn.interceptor.js';
import { changesIn } from '../http/read-only.js';
import { Requires, RequiresAll } from '../http/requires.js';
import { CreateAutomationDto, UpdateAutomationDto } from './automation.dto.js';
import { readActions } from './read-actions.js';

/** An automation reads and writes records, so whoever makes it must be allowed to. */
const BUILDS = ['write:schema', 'read:data', 'write:data'] as const;

/** What is done after an event, by the service itself (contract: Record lifecycle, automations). */
@ApiTags('Automations')
@Controller('v1/automations')
export class AutomationsController {
  constructor(@Inject(AutomationService) private readonly automations: AutomationService) {}

  @Get()
  @Requires('read:data')
  @Answers('List automations', ['Automation'])
  list(@By() actor: Actor) {
    return this.automations.list(actor);
  }

  @Post()
  @RequiresAll(...BUILDS)
  @Answers('Create an automation', 'Automation', [400, 409])
  create(@By() actor: Actor, @Body() body: CreateAutomationDto) {
    return this.automations.create(actor, { ...body, actions: readActions(body.actions) });
  }

  // Hundreds of values are judged where the schema has changed since.
  @Get(':automation')
  @Requires('read:data')
  @GivesPage()
  @Answers('Get an automation', 'Automation', [404])
  get(@By() actor: Actor, @Param('automation') automation: string) {
    return this.automations.get(actor, automation);
  }

  @Patch(':automation')
  @RequiresAll(...BUILDS)
  @Answers('Update an automation, switch it off or on again', 'Automation', [400, 404])
  async update(@By() actor: Actor, @Param('automation') automation: string, @Body() body: UpdateAutomationDto) {
    const read = () => this.automations.get(actor, automation);
    const { actions, ...rest } = await changesIn(UpdateAutomationDto, body, read);
    return this.automations.update(actor, automation, { ...rest, ...(actions && { actions: readActions(actions) }) });
  }

  @Delete(':automation')
  @Requires('write:schema')
  @Answers('Delete an automation and its log', 'Automation', [404])
  delete(@By() actor: Actor, @Param('automation') automation: string) {
    return this.automations.delete(actor, automation);
  }

  @Get(':automation/runs')
  @Requires('read:data')
  @CursorPage(18)
  @Answers('Runs of an automation, newest first', ['AutomationRun'], [400, 404])
  async listRuns(@By() actor: Actor, @Param('automation') automation: string, @Query() query: Record<string, unknown>) {
    const { runs, next } = await this.automations.runs(actor, automation, readLogPage(query));
    const more = next === null ? {} : { next_cursor: String(next) };
    return new Answer(runs, { pagination: { has_more: next !== null, ...more } });
  }
}
