import { Body, Controller, Delete, Get, Inject, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { ChoiceService, type Actor } from '#crm-domain';
import { Answers } from '../http/openapi/answers.js';
import { changesIn } from '../http/read-only.js';
import { Requires } from '../http/requires.js';
import { CreateOptionDto, UpdateOptionDto } from '../options/choice.dto.js';

interface OptionPath {
  identifier: string;
  attribute: string;
  option: string;
}

@ApiTags('Options')
@Controller('v1/objects/:identifier/attributes/:attribute/options')
export class OptionsController {
  constructor(@Inject(ChoiceService) private readonly choices: ChoiceService) {}

  @Get()
  @Requires('read:data')
  @Answers('Get a list of options', ['Option'], [404])
  list(@By() actor: Actor, @Param() at: OptionPath) {
    return this.choices.list(actor, address(at));
  }

  @Post()
  @Requires('write:schema')
  @Answers('Create an attribute option', 'Option', [400, 404, 409])
  create(@By() actor: Actor, @Param() at: OptionPath, @Body() body: CreateOptionDto) {
    return this.choices.create(actor, address(at), body);
  }

  @Patch(':option')
  @Requires('write:schema')
  @Answers('Update an option', 'Option', [400, 404, 409])
  async update(@By() actor: Actor, @Param() at: OptionPath, @Body() body: UpdateOptionDto) {
    const changes = await changesIn(UpdateOptionDto, body, () => this.choices.find(actor, address(at)));
    return this.choices.update(actor, address(at), changes);
  }

  @Delete(':option')
  @Requires('write:schema')
  @Answers('Delete an option that no record holds', 'Option', [400, 404, 409])
  delete(@By() actor: Actor, @Param() at: OptionPath) {
    return this.choices.delete(actor, address(at));
  }
}

function address(at: OptionPath) {
  return { kind: 'option' as const, object: at.identifier, attribute: at.attribute, choice: at.option };
}
