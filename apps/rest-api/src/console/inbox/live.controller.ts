import { Controller, Get, HttpStatus, Inject, Param, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '#auth';
import { LoadShedder } from '#platform';
import { QueryGuard, QueryNames } from '../../http/query.guard.js';
import { ConsoleFilter } from '../console.filter.js';
import { ConsoleGuard, type ConsoleRequest } from '../sign-in/console.guard.js';
import { InboxWatch } from './inbox-watch.js';

/** Signals that something in the inbox has changed. No page, so that it takes no turn of one. */
@ApiExcludeController()
@Public()
@UseGuards(ConsoleGuard, QueryGuard)
@UseFilters(ConsoleFilter)
@Controller('console/inbox')
export class InboxLiveController {
  constructor(
    @Inject(InboxWatch) private readonly watch: InboxWatch,
    @Inject(LoadShedder) private readonly admission: LoadShedder,
  ) {}

  @Get(':workspace/live')
  @QueryNames('conversation', 'seen')
  open(
    @Req() { person, requestId }: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Query() { conversation, seen }: Record<string, unknown>,
    @Res() response: Response,
  ): void {
    const member = person.memberOf(workspace);
    const caller = member.callerOf(requestId);
    const id = typeof conversation === 'string' ? conversation : undefined;
    if (this.watch.open({ caller, conversationId: id, stamp: stampOf(seen) }, response)) this.admission.leave(response);
    else response.status(HttpStatus.TOO_MANY_REQUESTS).end();
  }
}

function stampOf(given: unknown): string | undefined {
  return typeof given === 'string' && /^[0-9a-f]{32}$/.test(given) ? given : undefined;
}
