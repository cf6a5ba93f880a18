import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { type Actor } from '#crm-domain';
import { WorkspaceService } from '#crm-domain/people';
import { Answers } from '../http/openapi/answers.js';
import { Requires } from '../http/requires.js';

@ApiTags('Self')
@Controller('v1/self')
export class SelfController {
  constructor(@Inject(WorkspaceService) private readonly workspaces: WorkspaceService) {}

  @Get()
  @Requires(null)
  @Answers('Who am I', 'Self')
  async get(@By() actor: Actor) {
    const { workspace_id, name } = await this.workspaces.get(actor.workspace_id);
    return {
      workspace: { workspace_id, name },
      actor: { type: actor.type, id: actor.id, name: actor.name },
      capabilities: [...actor.capabilities],
    };
  }
}
