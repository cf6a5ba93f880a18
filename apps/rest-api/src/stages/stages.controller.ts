import { Body, Controller, Delete, Get, Inject, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { ChoiceService, type Actor } from '#crm-domain';
import { Answers } from '../http/openapi/answers.js';
import { changesIn } from '../http/read-only.js';
import { Requires } from '../http/requires.js';
import { CreateStageDto, UpdateStageDto } from '../options/choice.dto.js';

interface StagePath {
  identifier: string;
  attribute: string;
  stage: string;
}

@ApiTags('Stages')
@Controller('v1/objects/:identifier/attributes/:attribute/stages')
export class StagesController {
  constructor(@Inject(ChoiceService) private readonly choices: ChoiceService) {}

  @Get()
  @Requires('read:data')
  @Answers('Get a list of stages', ['Stage'], [404])
  list(@By() actor: Actor, @Param() at: StagePath) {
    return this.choices.list(actor, address(at));
  }

  @Post()
  @Requires('write:schema')
  @Answers('Create a stage', 'Stage', [400, 404, 409])
  create(@By() actor: Actor, @Param() at: StagePath, @Body() body: CreateStageDto) {
    return this.choices.create(actor, address(at), body);
  }

  @Patch(':stage')
  @Requires('write:schema')
  @Answers('Update a stage', 'Stage', [400, 404, 409])
  async update(@By() actor: Actor, @Param() at: StagePath, @Body() body: UpdateStageDto) {
    const changes = await changesIn(UpdateStageDto, body, () => this.choices.find(actor, address(at)));
    return this.choices.update(actor, address(at), changes);
  }

  @Delete(':stage')
  @Requires('write:schema')
  @Answers('Delete a stage that no record holds', 'Stage', [400, 404, 409])
  delete(@By() actor: Actor, @Param() at: StagePath) {
    return this.choices.delete(actor, address(at));
  }
}

function address(at: StagePath) {
  return { kind: 'stage' as const, object: at.identifier, attribute: at.attribute, choice: at.stage };
}
