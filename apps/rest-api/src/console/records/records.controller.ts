import { Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import type { ConsoleRequest } from '../sign-in/console.guard.js';
import { OwnRecords, type RecordPlace } from './own-records.js';
import { recordPage } from './record.page.js';

/** What the tools link to: one record of a workspace of the person's. Nothing is changed here. */
@ConsoleScreen('console/records')
export class RecordPagesController {
  constructor(@Inject(OwnRecords) private readonly records: OwnRecords) {}

  @Get(':workspace/:object/:record')
  async show(
    @Req() { person, requestId }: ConsoleRequest,
    @Param() { workspace, object, record }: RecordPlace & { workspace: string },
    @Res() response: Response,
  ): Promise<void> {
    const member = person.memberOf(workspace);
    const story = await this.records.read(member, { object, record }, requestId);
    response.type('html').send(recordPage(person, member.workspace_id, story));
  }
}
