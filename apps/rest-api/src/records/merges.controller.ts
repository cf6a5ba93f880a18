import { Body, Controller, Headers, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { Domain, type Actor } from '#crm-domain';
import { Answer } from '../http/answer.js';
import { TakesIfMatch, readIfMatch } from '../http/conditions.js';
import { Answers } from '../http/openapi/answers.js';
import { RequiresAll } from '../http/requires.js';
import { MERGED } from './record-answers.js';
import { RecordMergeDto } from './record-merge.dto.js';

@ApiTags('Records')
@Controller('v1/records/:object/merge')
export class MergesController {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  @Post()
  @RequiresAll('write:data', 'read:data')
  @TakesIfMatch()
  @Answers('Merge records into one', 'Record', [400, 404, 409], MERGED)
  async merge(
    @By() actor: Actor,
    @Param('object') object: string,
    @Body() body: RecordMergeDto,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const input = { ...body, expected: readIfMatch(ifMatch) };
    const { record, ...told } = await this.domain.recordMerges.merge(actor, object, input);
    return new Answer(record, told);
  }
}
