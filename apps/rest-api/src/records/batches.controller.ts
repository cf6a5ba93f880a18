import { Body, Controller, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { By, type AuthenticatedRequest } from '#auth';
import { Domain, type Actor } from '#crm-domain';
import { Answer } from '../http/answer.js';
import { isApplied } from '#crm-domain/writes';
import { batchResults } from '../http/batch-results.js';
import { Answers } from '../http/openapi/answers.js';
import { Requires } from '../http/requires.js';
import { MakesMany } from '../http/write.interceptor.js';
import { ObjectsBatchDto, RecordBatchDto } from './record-batch.dto.js';

/** Bytes of records that a batch is answered with, as many as a page has at most. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const APPLIED = {
  applied: {
    type: 'boolean',
    description: 'Whether any item was done: of an atomic batch all, or none.',
    examples: [true],
  },
};

type BatchRequest = Request & AuthenticatedRequest;

/** Many writes in one request. */
@ApiTags('Records')
@Controller('v1')
export class BatchesController {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  @Post('records/:object/batch')
  @Requires('write:data')
  @MakesMany()
  @Answers('Write many records of one object', ['BatchResult'], [400, 404, 413], APPLIED)
  ofObject(
    @By() actor: Actor,
    @Param('object') object: string,
    @Body() body: RecordBatchDto,
    @Req() request: BatchRequest,
  ) {
    return this.run(actor, { ...body, object }, request);
  }

  @Post('batch')
  @Requires('write:data')
  @MakesMany()
  @Answers('Write many records of several objects', ['BatchResult'], [400, 413], APPLIED)
  ofObjects(@By() actor: Actor, @Body() body: ObjectsBatchDto, @Req() request: BatchRequest) {
    return this.run(actor, body, request);
  }

  private async run(
    actor: Actor,
    { mode, items, object, fields, format }: RecordBatchDto & { object?: string },
    { requestId, weight }: BatchRequest,
  ): Promise<Answer> {
    const { results, largeBytes } = await this.domain.recordBatches.run(actor, {
      mode,
      items,
      object,
      isOfOne: object !== undefined,
      names: { data: 'data', record: 'record' },
      shape: { fields, format },
      room: MAX_ANSWER_BYTES,
    });
    if (largeBytes > 0) weight?.workOn(largeBytes);
    return new Answer(batchResults(results, requestId), { applied: isApplied(results) });
  }
}
