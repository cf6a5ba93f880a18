import { Body, Controller, Delete, Get, Headers, Inject, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { ObjectService, type Actor } from '#crm-domain';
import { TakesIfMatch, TakesIfNoneMatch, readIfMatch, readIfNoneMatch, unlessKnown } from '../http/conditions.js';
import { Answers } from '../http/openapi/answers.js';
import { changesIn } from '../http/read-only.js';
import { Requires } from '../http/requires.js';
import { CreateObjectDto, UpdateObjectDto } from './object.dto.js';

@ApiTags('Objects')
@Controller('v1/objects')
export class ObjectsController {
  constructor(@Inject(ObjectService) private readonly objects: ObjectService) {}

  @Get()
  @Requires('read:data')
  @Answers('List objects', ['Object'])
  list(@By() actor: Actor) {
    return this.objects.list(actor);
  }

  @Post()
  @Requires('write:schema')
  @Answers('Create a custom object', 'Object', [400, 409])
  create(@By() actor: Actor, @Body() body: CreateObjectDto) {
    return this.objects.create(actor, body);
  }

  @Get(':identifier')
  @Requires('read:data')
  @TakesIfNoneMatch()
  @Answers('Get an object', 'Object', [404])
  async get(
    @By() actor: Actor,
    @Param('identifier') identifier: string,
    @Headers('if-none-match') known: string | undefined,
  ) {
    const isKnown = readIfNoneMatch(known);
    return unlessKnown(await this.objects.get(actor, identifier), isKnown);
  }

  @Patch(':identifier')
  @Requires('write:schema')
  @TakesIfMatch()
  @Answers('Update an object', 'Object', [400, 404, 409])
  async update(
    @By() actor: Actor,
    @Param('identifier') identifier: string,
    @Body() body: UpdateObjectDto,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const expected = readIfMatch(ifMatch);
    const changes = await changesIn(UpdateObjectDto, body, () => this.objects.get(actor, identifier));
    return this.objects.update(actor, identifier, { ...changes, expected });
  }

  @Delete(':identifier')
  @Requires('write:schema')
  @TakesIfMatch()
  @Answers('Delete a custom object', 'Object', [400, 404, 409])
  delete(
    @By() actor: Actor,
    @Param('identifier') identifier: string,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    return this.objects.delete(actor, identifier, readIfMatch(ifMatch));
  }
}
