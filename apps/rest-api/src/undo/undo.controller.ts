import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { UndoService, type Actor } from '#crm-domain';
import { Answers } from '../http/openapi/answers.js';
import { RequiresAll } from '../http/requires.js';
import { MakesMany } from '../http/write.interceptor.js';
import { UndoDto } from './undo.dto.js';

@ApiTags('Undo')
@Controller('v1/undo')
export class UndoController {
  constructor(@Inject(UndoService) private readonly undos: UndoService) {}

  @Post()
  @RequiresAll('write:data', 'read:data')
  @MakesMany()
  @Answers('Undo changes of records', 'UndoResult', [400, 404, 409])
  undo(@By() actor: Actor, @Body() body: UndoDto) {
    return this.undos.undo(actor, body);
  }
}
