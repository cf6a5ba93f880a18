import { Body, Controller, Get, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { By, type AuthenticatedRequest } from '#auth';
import type { Actor } from '#crm-domain';
import { ImportService, type ImportWire } from '#crm-domain/writes';
import { Answers, AnswersFile } from '../http/openapi/answers.js';
import { FilesUnderWay } from '../http/files-under-way.js';
import { wrongBody } from '../http/json-body.js';
import { GivesPage } from '../http/page-turn.interceptor.js';
import { Requires } from '../http/requires.js';
import { CreateImportDto, FileOptionsDto, MappingDto } from './import.dto.js';
import { ImportWorkers } from './import-workers.service.js';
import { PART_TYPE } from './part-body.js';
import { sendErrors } from './send-errors.js';

type CountedRequest = Request & Pick<AuthenticatedRequest, 'weight'>;

/** Files that become records. */
@ApiTags('Imports')
@Controller('v1/imports')
export class ImportsController {
  constructor(
    @Inject(ImportService) private readonly imports: ImportService,
    @Inject(ImportWorkers) private readonly workers: ImportWorkers,
    @Inject(FilesUnderWay) private readonly files: FilesUnderWay,
  ) {}

  @Get()
  @Requires('read:data')
  @Answers('List imports', ['Import'])
  list(@By() actor: Actor) {
    return this.imports.list(actor);
  }

  @Post()
  @Requires('write:data')
  @Answers('Create an import', 'Import', [400, 404, 409])
  create(@By() actor: Actor, @Body() { object, file_name, bytes, format, ...options }: CreateImportDto) {
    return this.imports.create(actor, { object, file_name, bytes, format, options });
  }

  // A mapping may be proposed for hundreds of columns among thousands of attributes.
  @Get(':import')
  @Requires('read:data')
  @GivesPage()
  @Answers('Get an import', 'Import', [404])
  get(@By() actor: Actor, @Param('import') key: string) {
    return this.imports.get(actor, key);
  }

  @Put(':import/parts/:part')
  @Requires('write:data')
  @ApiConsumes(PART_TYPE)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Answers('Upload a part of a file', 'Import', [400, 404, 409, 413])
  async putPart(
    @By() actor: Actor,
    @Param('import') key: string,
    @Param('part') part: string,
    @Req() request: CountedRequest,
  ): Promise<ImportWire> {
    const { body } = request as { body: unknown };
    if (!Buffer.isBuffer(body)) throw wrongBody(`Send the bytes of the part, as ${PART_TYPE}.`);
    request.weight?.workOn(body.length);
    const { import: shown, due } = await this.imports.putPart(actor, key, Number(part), body);
    if (due) await this.workers.send(actor.workspace_id, shown.id);
    return shown;
  }

  @Post(':import/read')
  @Requires('write:data')
  @Answers('Read the file of an import again', 'Import', [400, 404, 409])
  async read(@By() actor: Actor, @Param('import') key: string, @Body() options: FileOptionsDto) {
    return this.sent(actor, await this.imports.read(actor, key, { ...options }));
  }

  @Post(':import/check')
  @Requires('write:data')
  @Answers('Check an import', 'Import', [400, 404, 409])
  async check(@By() actor: Actor, @Param('import') key: string, @Body() mapping: MappingDto) {
    return this.sent(actor, await this.imports.check(actor, key, mappingOf(mapping)));
  }

  @Post(':import/run')
  @Requires('write:data')
  @Answers('Run an import', 'Import', [400, 404, 409])
  async run(@By() actor: Actor, @Param('import') key: string, @Body() mapping: MappingDto) {
    return this.sent(actor, await this.imports.run(actor, key, mappingOf(mapping)));
  }

  @Post(':import/cancel')
  @Requires('write:data')
  @Answers('Cancel an import', 'Import', [404, 409])
  cancel(@By() actor: Actor, @Param('import') key: string) {
    return this.imports.cancel(actor, key);
  }

  @Get(':import/errors')
  @Requires('read:data')
  @AnswersFile('Get the failed rows of an import', 'text/csv', [404])
  async errors(
    @By() actor: Actor,
    @Param('import') key: string,
    @Req() { weight }: CountedRequest,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.imports.errorFile(actor, key);
    sendErrors(file, this.files.begin(actor.workspace_id, response), { files: this.files, weight });
  }

  private async sent(actor: Actor, shown: ImportWire): Promise<ImportWire> {
    await this.workers.send(actor.workspace_id, shown.id);
    return shown;
  }
}

/** As it is kept: without what the class of the body brings along. */
function mappingOf({ match, columns }: MappingDto) {
  return { ...(match !== undefined && { match }), columns: columns.map((column) => ({ ...column })) };
}
