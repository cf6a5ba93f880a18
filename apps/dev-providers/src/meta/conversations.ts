import { Refused, type Answer, type ApiRequest, type Json } from '../http/exchange.js';
import type { Account } from '../store/account.store.js';
import type { ChatMessage } from '../store/chat.store.js';
import type { World } from '../world.js';
import { unknownObject } from './meta-access.js';
import { metaError } from './meta-error.js';

const PAGE = 25;
const DETAILED = 20;
const PLATFORMS = { messenger: 'facebook', instagram: 'instagram' } as const;

/** `GET /{page_id}/conversations?platform=&user_id=&fields=`: of one person, or with everybody, the newest first. */
export function conversations(world: World, account: Account, request: ApiRequest): Answer {
  const { query } = request;
  const platform = query.get('platform') ?? 'messenger';
  if (PLATFORMS[platform as keyof typeof PLATFORMS] !== account.channel) {
    throw new Refused(metaError(100, 'Param platform does not fit the account.'));
  }
  const wanted = query.get('user_id');
  const people = world.chats.people(account.channel, account.id);
  const found = people.filter((person) => wanted === null || person === wanted);
  const from = Number(query.get('after') ?? 0);
  const to = from + Number(query.get('limit') ?? PAGE);
  const data = found.slice(from, to).map((person) => conversation(world, account, person, fieldsOf(query)));
  return { status: 200, body: { data, paging: paging(request, to < found.length ? to : null) } };
}

/** `GET /{conversation_id}/messages?fields=`: the newest first. @throws Refused */
export function conversationMessages(world: World, account: Account, request: ApiRequest): Answer {
  const { params, query } = request;
  const person = personOf(world, account, params.id!);
  if (person === undefined) throw new Refused(unknownObject());
  const page = { from: Number(query.get('after') ?? 0), limit: Number(query.get('limit') ?? PAGE) };
  return { status: 200, body: messagePage(world, account, person, { ...page, fields: fieldsOf(query) }) };
}

/** `GET /{id}`: an account, a conversation or a message. @throws Refused */
export function node(world: World, account: Account, { params, query }: ApiRequest): Answer {
  const id = params.id!;
  if (id === account.id || id === 'me') return { status: 200, body: profile(account) };
  const person = personOf(world, account, id);
  if (person !== undefined) {
    return { status: 200, body: conversation(world, account, person, fieldsOf(query)) };
  }
  const message = world.chats.find(account.channel, account.id, id);
  if (!message) throw new Refused(unknownObject());
  return { status: 200, body: shown(account, message, fieldsOf(query)) };
}

function personOf({ chats }: World, { channel, id }: Account, conversation: string): string | undefined {
  return chats.people(channel, id).find((person) => conversation === `t_${id}_${person}`);
}

function profile({ channel, id, address, name }: Account): Json {
  if (channel === 'whatsapp') return { id, display_phone_number: address, verified_name: name ?? address };
  if (channel === 'instagram') return { id, user_id: id, username: address, name: name ?? address };
  return { id, name: name ?? address };
}

interface Field {
  limit: number;
  fields: Map<string, Field>;
}

/** `a,b.limit(5){c,d}` as a tree. */
function fieldsOf(query: URLSearchParams): Map<string, Field> {
  const text = query.get('fields') ?? '';
  const stack = [new Map<string, Field>()];
  let last: Field | undefined;
  for (const [, open, close, name, limit] of text.matchAll(/(\{)|(\})|(\w+)(?:\.limit\((\d+)\))?/g)) {
    if (open && last) stack.push(last.fields);
    if (close && stack.length > 1) stack.pop();
    if (!name) continue;
    last = { limit: Number(limit ?? PAGE), fields: new Map() };
    stack.at(-1)!.set(name, last);
  }
  return stack[0]!;
}

function conversation(world: World, account: Account, person: string, fields: Map<string, Field>): Json {
  const [newest] = world.chats.withPerson(account.channel, account.id, person);
  const all: Json = { updated_time: metaTime(newest?.at ?? 0), participants: { data: both(account, person) } };
  const wanted = fields.get('messages');
  const own = Object.entries(all).filter(([name]) => fields.has(name));
  const id = `t_${account.id}_${person}`;
  const messages = wanted && messagePage(world, account, person, { from: 0, ...wanted });
  return { id, ...Object.fromEntries(own), ...(messages && { messages }) };
}

/** Of Instagram's messages only the newest 20 say more than their id. */
function messagePage(world: World, account: Account, person: string, wanted: Field & { from: number }): Json {
  const { from, limit, fields } = wanted;
  const messages = world.chats.withPerson(account.channel, account.id, person);
  const to = from + limit;
  const data = messages.slice(from, to).map((message, at) => {
    return account.channel === 'instagram' && from + at >= DETAILED
      ? { id: message.id }
      : shown(account, message, fields);
  });
  const cursors = { before: String(from), after: String(to) };
  // The address of the next page is never called: it would carry the token.
  return { data, paging: { cursors, ...(to < messages.length && { next: 'https://graph.example.com/next' }) } };
}

function shown(account: Account, message: ChatMessage, fields: Map<string, Field>): Json {
  const [us, them] = both(account, message.person);
  const [from, to] = message.is_ours ? [us, them] : [them, us];
  const all: Json = { created_time: metaTime(message.at), from, to: { data: [to] }, message: message.text };
  const own = Object.entries(all).filter(
    ([name]) => fields.has(name) || (fields.size === 0 && name === 'created_time'),
  );
  return { id: message.id, ...Object.fromEntries(own) };
}

function both({ channel, id, address, name }: Account, person: string): Json[] {
  if (channel === 'instagram')
    return [
      { username: address, id },
      { username: person, id: person },
    ];
  const known = (who: string, called: string) => ({ name: called, email: `${who}@facebook.com`, id: who });
  return [known(id, name ?? address), known(person, person)];
}

function paging(request: ApiRequest, after: number | null): Json {
  const cursors = { before: '0', after: String(after ?? 0) };
  if (after === null) return { cursors };
  const query = new URLSearchParams(request.query);
  query.set('after', String(after));
  return { cursors, next: `${request.origin}${request.path}?${query}` };
}

/** `2026-11-20T10:00:00+0000`: whole seconds, as Meta tells them. */
function metaTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`;
}
