import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { RecordReader, type Caller } from '#crm-domain';
import { Answers } from '../http/openapi/answers.js';
import { Requires } from '../http/requires.js';
import { DEFAULT_FOUND, MAX_FOUND, SearchDto } from './search.dto.js';

/** Records of all objects, found by words. */
@ApiTags('Records')
@Controller('v1/search')
export class SearchController {
  constructor(@Inject(RecordReader) private readonly reader: RecordReader) {}

  @Post()
  @Requires('read:data', 'statement')
  @Answers('Search the records of all objects', ['FoundRecord'], [400])
  async find(@By() caller: Caller, @Body() { limit = DEFAULT_FOUND, ...asked }: SearchDto) {
    const found = await this.reader.search(caller, { ...asked, limit: Math.min(MAX_FOUND, Math.max(1, limit)) });
    return found.map(({ object, record_id, name, matched }) => ({ object, id: record_id, name, matched }));
  }
}
