import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { type Actor } from '#crm-domain';
import { WorkspaceService } from '#crm-domain/people';
import { Answers } from '../http/openapi/answers.js';
import { Requires } from '../http/requires.js';

const MAX_LIMIT = 1000;

/** People of the workspace: whom an actor reference, such as the owner of a deal, may name. */
@ApiTags('Members')
@Controller('v1/members')
export class MembersController {
  constructor(@Inject(WorkspaceService) private readonly workspaces: WorkspaceService) {}

  @Get()
  @Requires('read:data')
  @Answers(`List the members of the workspace, the ${MAX_LIMIT} oldest`, ['Member'])
  async list(@By() actor: Actor) {
    const members = await this.workspaces.members(actor.workspace_id, MAX_LIMIT);
    return members.map(({ user_id, name, email, role }) => ({ user_id, name, email, role }));
  }
}
