import { Controller, Get, Inject, Param, Query, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public, Shed } from '#auth';
import { FILE_TYPES, ExportService, type ExportFile } from '#crm-domain/operations';
import { LoadShedder } from '#platform';
import { FilesUnderWay } from '../http/files-under-way.js';
import { QueryGuard, QueryNames } from '../http/query.guard.js';
import { readText } from '../records/page-query.js';

/** Files of exports, for whoever has a link: it is signed, and ends. */
@ApiExcludeController()
@Public()
@UseGuards(QueryGuard)
@Controller('downloads')
export class DownloadsController {
  constructor(
    @Inject(ExportService) private readonly exports: ExportService,
    @Inject(FilesUnderWay) private readonly files: FilesUnderWay,
    @Inject(LoadShedder) private readonly admission: LoadShedder,
  ) {}

  @Get('exports/:export')
  @QueryNames('workspace', 'expires', 'signature')
  async send(
    @Param('export') id: string,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const link = { workspace: '', expires: '', signature: '' };
    for (const name of ['workspace', 'expires', 'signature'] as const) link[name] = readText(query, name, 100) ?? '';
    await this.shareWithOthers(response);
    const file = await this.exports.file(id, link);
    if (response.req.method === 'HEAD') return void response.writeHead(200, headersOf(file)).end();
    const download = this.files.begin(file.workspace_id, response);
    response.writeHead(200, headersOf(file));
    // That something is missing shows by the length.
    await this.files.send({ pieces: file.pieces(), told: { export_id: file.export_id } }, download);
  }

  /** Anybody may have files looked for: together they get no more of the places than one workspace. @throws Shed */
  private async shareWithOthers(response: Response): Promise<void> {
    if (this.admission.belongs(response, 'downloads')) return;
    await new Promise<void>((answer) => this.admission.refuse(answer));
    throw new Shed();
  }
}

function headersOf({ format, export_id, bytes }: ExportFile) {
  const { type, ending } = FILE_TYPES[format];
  return {
    'Content-Type': type,
    'Content-Length': bytes,
    'Content-Disposition': `attachment; filename="export-${export_id}.${ending}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}
