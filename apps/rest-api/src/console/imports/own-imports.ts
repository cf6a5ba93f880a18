import { Inject, Injectable } from '@nestjs/common';
import { AccessService, ObjectService, UndoService, type Actor } from '#crm-domain';
import { ImportService, type Chosen, type FileOptions, type ImportChoices, type ImportWire } from '#crm-domain/writes';
import type { Member } from '#crm-domain/people';
import { ImportWorkers } from '../../imports/import-workers.service.js';

/** A member, and the request that they send. */
export interface Asking {
  member: Member;
  requestId: string;
}

/** What one request to undo an import has done. */
export interface UndoneImport {
  undone: number;
  left: number;
  /** Where there are more: changes before this moment are not undone yet. */
  next: string | undefined;
}

/** Milliseconds that one request spends on undoing, beside the call that it is in. */
const UNDO_MS = 4000;

/** The imports that a member has begun. */
@Injectable()
export class OwnImports {
  // eslint-disable-next-line max-params -- what Nest injects
  constructor(
    @Inject(ImportService) private readonly imports: ImportService,
    @Inject(ImportWorkers) private readonly workers: ImportWorkers,
    @Inject(AccessService) private readonly access: AccessService,
    @Inject(ObjectService) private readonly objects: ObjectService,
    @Inject(UndoService) private readonly undos: UndoService,
  ) {}

  /** The newest first. @throws DomainError forbidden */
  async list(asking: Asking): Promise<ImportWire[]> {
    return this.imports.list(await this.actor(asking));
  }

  /** Slug and name of what the rows of a file may become. */
  async objectNames(asking: Asking): Promise<[string, string][]> {
    const all = await this.objects.list(await this.actor(asking));
    return all.flatMap(({ slug, plural_noun, archived_at }) => (archived_at === null ? [[slug, plural_noun]] : []));
  }

  /** @throws DomainError not_found, validation, conflict */
  async create(asking: Asking, file: { object: string; file_name: string; bytes: number }): Promise<ImportWire> {
    return this.imports.create(await this.actor(asking), { ...file, options: {} });
  }

  /** @throws DomainError not_found, validation, conflict */
  async putPart(asking: Asking, { id, part }: { id: string; part: number }, bytes: Buffer): Promise<void> {
    const { member } = asking;
    const { import: shown, due } = await this.imports.putPart(await this.actor(asking), id, part, bytes);
    if (due) await this.workers.send(member.workspace_id, shown.id);
  }

  /** With what can be chosen for it, where its columns are known. @throws DomainError not_found */
  async get(asking: Asking, id: string): Promise<{ shown: ImportWire; choices: ImportChoices | undefined }> {
    const actor = await this.actor(asking);
    const shown = await this.imports.get(actor, id);
    const isOpen = shown.object !== null && (shown.state === 'ready' || shown.state === 'checked');
    return { shown, choices: isOpen ? await this.imports.choices(actor, id) : undefined };
  }

  /** @throws DomainError not_found, validation, conflict */
  async begin(asking: Asking, id: string, { chosen, isCheck }: { chosen: Chosen; isCheck: boolean }): Promise<void> {
    const actor = await this.actor(asking);
    const mapping = await this.imports.chosen(actor, id, chosen);
    await this.imports[isCheck ? 'check' : 'run'](actor, id, mapping);
    await this.workers.send(asking.member.workspace_id, id);
  }

  /** Reads the file again. @throws DomainError not_found, conflict */
  async read(asking: Asking, id: string, options: FileOptions): Promise<void> {
    await this.imports.read(await this.actor(asking), id, options);
    await this.workers.send(asking.member.workspace_id, id);
  }

  /** @throws DomainError not_found, conflict */
  async cancel(asking: Asking, id: string): Promise<void> {
    await this.imports.cancel(await this.actor(asking), id);
  }

  /** @throws DomainError not_found */
  async errorFile(asking: Asking, id: string): ReturnType<ImportService['errorFile']> {
    return this.imports.errorFile(await this.actor(asking), id);
  }

  /** Undoes the newest changes of an import, for some seconds. @throws DomainError not_found, conflict */
  async undo(asking: Asking, id: string, before: string | undefined): Promise<UndoneImport> {
    const { member, requestId } = asking;
    await this.imports.get(await this.actor(asking), id);
    const all: UndoneImport = { undone: 0, left: 0, next: before };
    const until = performance.now() + UNDO_MS;
    do {
      const window = { import_id: id, ...(all.next !== undefined && { to: all.next }) };
      const { undone, left, next_to } = await this.undos.undo(member.callerOf(requestId), window);
      all.undone += undone.length;
      all.left += left.length;
      all.next = next_to;
    } while (all.next !== undefined && performance.now() < until);
    return all;
  }

  private actor({ member, requestId }: Asking): Promise<Actor> {
    return this.access.authorize(member.callerOf(requestId), 'write:data');
  }
}
