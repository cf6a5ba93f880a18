import type { ChannelName } from '#crm-domain/messaging';
import type { Answer, ApiRequest } from './exchange.js';

/**
 * What a request asks of a provider, understood but not yet done, so that a scripted fault can come before it, after it
 * or in its place.
 */
export interface Call {
  channel: ChannelName;
  /** The same words for all providers; `send` is the call after which a message may have left. */
  call: 'token' | 'draft' | 'send' | 'read' | 'watch';
  account?: string;
  to?: string[];
  text?: string;
  /** The sender's own mark on the message, where the provider carries one. */
  mark?: string | null;
  run(): Answer | Promise<Answer>;
}

type Opened = Call | Answer;

/** One operation; `open` throws `Refused` for what the provider refuses at the door. */
export interface Route {
  method: string;
  pattern: RegExp;
  open(request: ApiRequest): Opened | Promise<Opened>;
}

/** `:name` stands for one segment of the path, `:name+` for as many as there are. */
export function route(method: string, path: string, open: Route['open']): Route {
  const source = path.replace(
    /:(\w+)(\+?)/g,
    (_, name: string, more: string) => `(?<${name}>${more ? '.+' : '[^/]+'})`,
  );
  return { method, pattern: new RegExp(`^${source}$`), open };
}

/** The request as the first fitting route opens it, or undefined. */
export function openRoute(routes: readonly Route[], request: ApiRequest): Opened | Promise<Opened> | undefined {
  for (const { method, pattern, open } of routes) {
    const found = method === request.method ? pattern.exec(request.path) : null;
    if (found) return open({ ...request, params: decoded(found.groups) });
  }
  return undefined;
}

function decoded(groups: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]));
}
