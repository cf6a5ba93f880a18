import { Get, HttpStatus, Inject, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError, invalid } from '#crm-domain';
import { MAX_FILE_BYTES } from '#crm-domain/writes';
import { ERRORS } from '../../http/error-table.js';
import { FilesUnderWay } from '../../http/files-under-way.js';
import { wrongBody } from '../../http/json-body.js';
import { sendErrors } from '../../imports/send-errors.js';
import { QueryNames } from '../../http/query.guard.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import { IN_TOUCH, type ConsoleRequest } from '../sign-in/console.guard.js';
import { chosenIn } from './given-choice.js';
import { importPage } from './import.page.js';
import { importsPage } from './imports.page.js';
import { OwnImports, type Asking } from './own-imports.js';
import { readingIn } from './reading-form.js';
import { doneIn } from './undo-form.js';

const PATH = '/console/imports';
const MAX_NAME = 255;
/** Systems allow them in names of files. Postgres keeps no NUL, and marks of direction make a name look like another. */
const UNSHOWN = /[\p{Cc}\p{Bidi_Control}]/gu;

interface Place {
  workspace: string;
  import: string;
}

/** Files that become records, for members: chosen, mapped, checked, run, watched and undone. */
@ConsoleScreen('console/imports')
export class ImportScreensController {
  constructor(
    @Inject(OwnImports) private readonly imports: OwnImports,
    @Inject(FilesUnderWay) private readonly files: FilesUnderWay,
  ) {}

  @Get()
  @QueryNames('workspace', 'done', 'at')
  async list(
    @Req() request: ConsoleRequest,
    @Query() { workspace, done }: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const { person } = request;
    const id = workspace ?? person.memberships[0]?.workspace_id;
    const asking = id === undefined ? undefined : asked(request, String(id));
    const view = asking && {
      member: asking.member,
      imports: await this.imports.list(asking),
      objects: await this.imports.objectNames(asking),
      isSignedInAgain: done === 'signed-in',
    };
    this.send(response, importsPage(person, view));
  }

  /** Answers the script of the page, which uploads the file then. */
  @Post(':workspace')
  async create(
    @Req() request: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Res() response: Response,
  ): Promise<void> {
    const { object = '', file_name = '', bytes = '' } = request.body;
    const name = file_name.replace(UNSHOWN, '').slice(-MAX_NAME).toWellFormed() || 'file';
    const size = /^\d{1,12}$/.test(bytes) ? Number(bytes) : 0;
    if (size < 1 || size > MAX_FILE_BYTES)
      throw invalid([{ path: 'bytes', message: `A file has 1 to ${MAX_FILE_BYTES} bytes.` }]);
    const file = { object, file_name: name, bytes: size };
    const { id, parts, part_bytes } = await this.imports.create(asked(request, workspace), file);
    response.status(HttpStatus.CREATED).json({ page: `${PATH}/${workspace}/${id}`, parts, part_bytes });
  }

  @Put(':workspace/:import/parts/:part')
  async putPart(
    @Req() request: ConsoleRequest,
    @Param() at: Place & { part: string },
    @Res() response: Response,
  ): Promise<void> {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) throw wrongBody('Send the bytes of the part.');
    await this.imports.putPart(asked(request, at.workspace), { id: at.import, part: Number(at.part) }, body);
    response.status(HttpStatus.NO_CONTENT).end();
  }

  /** A refused form stands at its own address, which people open again or go back to. */
  @Get(':workspace')
  back(@Param('workspace') workspace: string, @Res() response: Response): void {
    response.redirect(303, `${PATH}?workspace=${encodeURIComponent(workspace)}`);
  }

  @Get(':workspace/:import')
  @QueryNames('undone', 'left', 'next', 'at')
  async show(
    @Req() request: ConsoleRequest,
    @Param() at: Place,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const asking = asked(request, at.workspace);
    const view = { member: asking.member, ...(await this.imports.get(asking, at.import)), query };
    this.send(response, importPage(request.person, view));
  }

  @Post(':workspace/:import/begin')
  async begin(@Req() request: ConsoleRequest, @Param() at: Place, @Res() response: Response): Promise<void> {
    const { body } = request;
    const wish = { chosen: chosenIn(body), isCheck: body.action !== 'run' };
    const asking = asked(request, at.workspace);
    try {
      await this.imports.begin(asking, at.import, wish);
      response.redirect(303, pageOf(at));
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'validation') throw error;
      const problems = error.issues.map(({ message }) => message);
      const view = { member: asking.member, ...(await this.imports.get(asking, at.import)), query: {}, problems };
      response.status(ERRORS.validation.statusCode);
      this.send(response, importPage(request.person, { ...view, chosen: wish.chosen }));
    }
  }

  /** Reads the file in another way; the page shows then what came of it. */
  @Post(':workspace/:import/read')
  async read(@Req() request: ConsoleRequest, @Param() at: Place, @Res() response: Response): Promise<void> {
    await this.imports.read(asked(request, at.workspace), at.import, readingIn(request.body));
    response.redirect(303, pageOf(at));
  }

  /** A refused form stands at its own address. */
  @Get([':workspace/:import/begin', ':workspace/:import/read'])
  backToOne(@Param() at: Place, @Res() response: Response): void {
    response.redirect(303, pageOf(at));
  }

  @Post(':workspace/:import/cancel')
  async cancel(@Req() request: ConsoleRequest, @Param() at: Place, @Res() response: Response): Promise<void> {
    await this.imports.cancel(asked(request, at.workspace), at.import);
    response.redirect(303, pageOf(at));
  }

  /** One step of an undo; the page that it leads to has the next. */
  @Post(':workspace/:import/undo')
  async undo(@Req() request: ConsoleRequest, @Param() at: Place, @Res() response: Response): Promise<void> {
    const { body } = request;
    const { undone, left, next } = await this.imports.undo(
      asked(request, at.workspace),
      at.import,
      body.next || undefined,
    );
    const before = doneIn(body) ?? { undone: 0, left: 0 };
    const told = new URLSearchParams({
      undone: String(before.undone + undone),
      left: String(before.left + left),
      ...(next && { next }),
    });
    response.redirect(303, `${pageOf(at)}?${told.toString()}`);
  }

  @Get(':workspace/:import/errors')
  async errors(@Req() request: ConsoleRequest, @Param() at: Place, @Res() response: Response): Promise<void> {
    const file = await this.imports.errorFile(asked(request, at.workspace), at.import);
    sendErrors(file, this.files.begin(at.workspace, response), { files: this.files, weight: request.weight });
  }

  /** The script of these pages sends files and asks how far they are. */
  private send(response: Response, page: string): void {
    response.setHeader('Content-Security-Policy', IN_TOUCH);
    response.type('html').send(page);
  }
}

function asked({ person, requestId }: ConsoleRequest, workspace: string): Asking {
  return { member: person.memberOf(workspace), requestId };
}

function pageOf(at: Place): string {
  return `${PATH}/${encodeURIComponent(at.workspace)}/${encodeURIComponent(at.import)}`;
}
