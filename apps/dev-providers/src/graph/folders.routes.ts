import { Refused, type Answer, type ApiRequest } from '../http/exchange.js';
import { route, type Route } from '../http/routes.js';
import type { Account } from '../store/account.store.js';
import type { Folder } from '../store/mail.store.js';
import type { World } from '../world.js';
import { graphBox, graphCall, graphMailbox } from './graph-access.js';
import { graphError } from './graph-error.js';
import { fitsFilter } from './graph-filter.js';
import { folderId, graphMessage, viewOf } from './graph-message.js';

const ME = '/graph/v1.0/me';
const FOLDERS = ['drafts', 'inbox', 'sentitems', 'deleteditems'];
const PAGE = 10;

/** Lists of messages, and what changed in a folder. */
export function folderRoutes(world: World): Route[] {
  const read = (path: string, answer: (account: Account, request: ApiRequest) => Answer) =>
    route('GET', `${ME}${path}`, (request) => {
      const account = graphMailbox(world, request);
      return graphCall(account, 'read', () => answer(account, request));
    });
  return [
    read('', ({ id, name, address }) => {
      return { status: 200, body: { id, displayName: name, mail: address, userPrincipalName: address } };
    }),
    read('/messages', (account, request) => list(world, account, request, null)),
    read('/mailFolders/:folder', (_account, request) => {
      return { status: 200, body: { id: folderId(folderOf(request)), displayName: folderOf(request) } };
    }),
    read('/mailFolders/:folder/messages', (account, request) => list(world, account, request, folderOf(request))),
    read('/mailFolders/:folder/messages/delta', (account, request) => delta(world, account, request)),
  ];
}

/** Newest first, `$top` from `$skip` on. */
function list({ mails }: World, account: Account, request: ApiRequest, folder: Folder | null): Answer {
  const { query } = request;
  const filter = query.get('$filter') ?? '';
  const found = mails.list(graphBox(account), folder).filter((mail) => fitsFilter(mail, filter));
  const from = Number(query.get('$skip') ?? 0);
  const to = from + Number(query.get('$top') ?? PAGE);
  const value = found.slice(from, to).map((mail) => graphMessage(mail, viewOf(request)));
  const next = to < found.length && { '@odata.nextLink': link(request, { $skip: String(to) }) };
  return { status: 200, body: { '@odata.context': `${request.origin}/graph/v1.0/$metadata`, value, ...next } };
}

/** Everything at first, then what came or changed since; a link that is too old is gone, one that is no link refused. */
function delta({ mails }: World, account: Account, request: ApiRequest): Answer {
  const { query, headers } = request;
  const folder = folderOf(request);
  const token = query.get('$deltatoken') ?? query.get('$skiptoken');
  const after = Number(token ?? 0);
  if (Number.isNaN(after)) throw new Refused(graphError(400));
  // What is given of a page after the links before it became too old is a link of its own.
  if (query.has('$deltatoken') && after < account.cursor_floor) throw new Refused(graphError(410));
  const size = Number(/odata\.maxpagesize\s*=\s*(\d+)/i.exec(String(headers.prefer ?? ''))?.[1] ?? PAGE);
  const newest = mails.newestSeq(graphBox(account));
  const filter = query.get('$filter') ?? '';
  const changed = mails.list(graphBox(account), folder, after).filter((mail) => fitsFilter(mail, filter));
  const page = changed.reverse().slice(0, size);
  const view = viewOf(request);
  const value = page.map((mail): object => graphMessage(mail, view));
  if (page.length < changed.length) {
    const next = link(request, { $skiptoken: String(page.at(-1)!.seq), $deltatoken: null });
    return { status: 200, body: { value, '@odata.nextLink': next } };
  }
  const gone = token === null ? [] : removed(mails.changes(graphBox(account), after), folder);
  const end = link(request, { $deltatoken: String(newest), $skiptoken: null });
  return { status: 200, body: { value: [...value, ...gone], '@odata.deltaLink': end } };
}

function removed(changes: { kind: string; folder: string; message: string }[], folder: Folder): object[] {
  const deleted = changes.filter((change) => change.kind === 'deleted' && change.folder === folder);
  return deleted.map(({ message }) => ({ id: message, '@removed': { reason: 'deleted' } }));
}

function folderOf({ params }: ApiRequest): Folder {
  const folder = String(params.folder).toLowerCase();
  if (!FOLDERS.includes(folder)) throw new Refused(graphError(404));
  return folder as Folder;
}

/** The same address with some of its parameters replaced, or gone where they are null. */
function link({ origin, path, query }: ApiRequest, change: Record<string, string | null>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `${origin}${path}?${next}`;
}
