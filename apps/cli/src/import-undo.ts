import type { Caller, Domain } from '#crm-domain';
import { WORKING } from '#crm-domain/writes';
import type { Answer } from './command.js';
import { Failure } from './failure.js';
import { withProgress } from './progress.js';

/** Undoes what an import has written, the newest first. @throws Failure while it is worked on; DomainError not_found */
export async function undoImport(domain: Domain, caller: Caller, import_id: string): Promise<Answer> {
  const actor = await domain.access.authorize(caller, 'write:data');
  if (WORKING.includes((await domain.imports.get(actor, import_id)).state))
    throw new Failure('The import is not finished. Wait until it is, or cancel it.');
  const all = { import_id, undone: 0, left: 0 };
  await withProgress(async (show) => {
    for (let to: string | undefined, hasMore = true; hasMore;) {
      const step = await domain.undos.undo(caller, { import_id, ...(to !== undefined && { to }) });
      all.undone += step.undone_total ?? step.undone.length;
      all.left += step.left_total ?? step.left.length;
      show(`${all.undone} records undone.`);
      [to, hasMore] = [step.next_to, step.has_more];
    }
  });
  const kept = all.left > 0 ? ` ${all.left} changes stayed: something else was done since.` : '';
  return { json: all, text: `${all.undone} records undone.${kept}` };
}
