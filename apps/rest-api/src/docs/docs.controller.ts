import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#auth';
import { docsFiles } from './docs-files.js';
import { DOCS_SCRIPT } from './docs-script.js';
import { DOCS_STYLE } from './docs-style.js';
import { docsPage } from './docs.page.js';

/** The interface description for people: a page with a search, and its files, all of them from here. */
@ApiExcludeController()
@Public()
@Controller('docs')
export class DocsController {
  @Get()
  async page(@Res() response: Response): Promise<void> {
    const { version } = await docsFiles();
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(docsPage(version));
  }

  @Get(':version/docs.css')
  async style(@Param('version') version: string, @Res() response: Response): Promise<void> {
    await tellHowLongToKeep(response, version);
    response.type('css').send(DOCS_STYLE);
  }

  @Get(':version/docs.js')
  async script(@Param('version') version: string, @Res() response: Response): Promise<void> {
    await tellHowLongToKeep(response, version);
    response.type('js').send(DOCS_SCRIPT);
  }

  @Get(':version/reference.js')
  async reference(
    @Param('version') version: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await tellHowLongToKeep(response, version);
    const { reference } = await docsFiles();
    reference.send(request, response.type('js'));
  }
}

/** While releases change, a process may be asked for the files of another release: it gives its own, not to be kept. */
async function tellHowLongToKeep(response: Response, version: string): Promise<void> {
  const isOurs = version === (await docsFiles()).version;
  response.setHeader('Cache-Control', isOurs ? 'public, max-age=31536000, immutable' : 'no-store');
}
