import { Body, Controller, Delete, Get, Headers, Inject, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { AttributeService, notFound, type Actor } from '#crm-domain';
import { TakesIfMatch, TakesIfNoneMatch, readIfMatch, readIfNoneMatch, unlessKnown } from '../http/conditions.js';
import { Answers } from '../http/openapi/answers.js';
import { changesIn } from '../http/read-only.js';
import { Requires } from '../http/requires.js';
import { CreateAttributeDto, UpdateAttributeDto } from './attribute.dto.js';

interface AttributePath {
  target: string;
  identifier: string;
  attribute: string;
}

@ApiTags('Attributes')
@Controller('v1/:target/:identifier/attributes')
export class AttributesController {
  constructor(@Inject(AttributeService) private readonly attributes: AttributeService) {}

  @Get()
  @Requires('read:data')
  @Answers('List attributes', ['Attribute'], [404])
  list(@By() actor: Actor, @Param() at: AttributePath) {
    return this.attributes.list(actor, objectAt(at));
  }

  @Post()
  @Requires('write:schema')
  @Answers('Create an attribute', 'Attribute', [400, 404, 409])
  create(@By() actor: Actor, @Param() at: AttributePath, @Body() body: CreateAttributeDto) {
    return this.attributes.create(actor, objectAt(at), body);
  }

  @Get(':attribute')
  @Requires('read:data')
  @TakesIfNoneMatch()
  @Answers('Get an attribute', 'Attribute', [404])
  async get(@By() actor: Actor, @Param() at: AttributePath, @Headers('if-none-match') known: string | undefined) {
    const isKnown = readIfNoneMatch(known);
    return unlessKnown(await this.attributes.get(actor, objectAt(at), at.attribute), isKnown);
  }

  @Patch(':attribute')
  @Requires('write:schema')
  @TakesIfMatch()
  @Answers('Update an attribute', 'Attribute', [400, 404, 409])
  async update(
    @By() actor: Actor,
    @Param() at: AttributePath,
    @Body() body: UpdateAttributeDto,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const expected = readIfMatch(ifMatch);
    const object = objectAt(at);
    const changes = await changesIn(UpdateAttributeDto, body, () => this.attributes.get(actor, object, at.attribute));
    return this.attributes.update(actor, object, at.attribute, { ...changes, expected });
  }

  @Delete(':attribute')
  @Requires('write:schema')
  @TakesIfMatch()
  @Answers('Delete a custom attribute', 'Attribute', [400, 404, 409])
  delete(@By() actor: Actor, @Param() at: AttributePath, @Headers('if-match') ifMatch: string | undefined) {
    return this.attributes.delete(actor, objectAt(at), at.attribute, readIfMatch(ifMatch));
  }
}

/** Attributes sit on objects alone (contract: Path parameters). */
function objectAt({ target, identifier }: AttributePath): string {
  if (target !== 'objects') throw notFound('Target');
  return identifier;
}
