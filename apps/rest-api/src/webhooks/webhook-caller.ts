import { Agent, request } from 'undici';
import { MAX_SECONDS, type PostResult } from '#crm-domain/events';
import { demandPublicHost, lookupPublic } from './public-address.js';

export interface CallerOptions {
  /** Whether endpoints may stand on this machine or in its network; for development alone. */
  privateAddresses: boolean;
  /** Whether plain http is refused. */
  httpsOnly: boolean;
  timeoutMs?: number;
}

export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;
const CONNECT_MS = 5000;

/** Calls endpoints of other people: once, bounded in time, only at public addresses, following nobody elsewhere. */
export class WebhookCaller {
  private readonly agent: Agent;

  constructor(private readonly options: CallerOptions) {
    const connect = { timeout: CONNECT_MS, ...(options.privateAddresses ? {} : { lookup: lookupPublic as never }) };
    const bounds = { pipelining: 1, keepAliveTimeout: 4000, maxResponseSize: 64 * 1024 };
    // Over HTTP/2, what the server says it did not process would be sent again by itself.
    this.agent = new Agent({ connect, allowH2: false, ...bounds });
  }

  /** What this deployment calls, in words. */
  get callable(): string {
    const { privateAddresses, httpsOnly } = this.options;
    return `${privateAddresses ? 'an' : 'a public'} ${httpsOnly ? 'https' : 'http or https'} address`;
  }

  /**
   * Why an address would never be called, in a sentence; nothing when it may be. Names are judged again on every call.
   */
  refusal(text: string): string | undefined {
    const url = URL.parse(text);
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
      return `Expected ${this.callable}, such as https://crm.example/events.`;
    if (url.username || url.password) return 'The address must not contain a user name or a password.';
    if (this.options.httpsOnly && url.protocol === 'http:') return 'Only https addresses are allowed.';
    try {
      if (!this.options.privateAddresses) demandPublicHost(url.hostname);
    } catch {
      return 'Only public addresses are allowed, not those of this machine or a private network.';
    }
    return undefined;
  }

  async post({ url, headers, body, signal }: Call): Promise<PostResult> {
    const refused = this.refusal(url);
    if (refused) return { http_status: null, error: refused };
    const { timeoutMs = TIMEOUT_MS } = this.options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { 'user-agent': 'crm-service', ...headers },
        body,
        dispatcher: this.agent,
        signal: AbortSignal.any([signal, timeout]),
      });
      // Nothing in it is of use, but an unread answer would keep the connection from being used again.
      await answer.body.dump({ limit: 64 * 1024 }).catch(() => undefined);
      const retry_after = secondsOf(answer.headers['retry-after']);
      return { http_status: answer.statusCode, error: judge(answer.statusCode), retry_after };
    } catch (error) {
      const late = timeout.aborted ? `No answer within ${timeoutMs / 1000} seconds.` : undefined;
      return { http_status: null, error: late ?? reasonOf(error) };
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

/**
 * Of a Retry-After header, which holds seconds or a date (RFC 9110 section 10.2.3); at most the longest pause there is.
 */
function secondsOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds > 0 ? Math.min(seconds, MAX_SECONDS) : undefined;
}

function judge(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Answered ${status}, a redirect; redirects are not followed.`;
  return `Answered ${status}.`;
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The connection was lost.',
  UND_ERR_SOCKET: 'The connection was lost.',
  ENOTFOUND: 'There is no host of this name.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ENOTPUBLIC: 'The host is not at a public address.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection within 5 seconds.',
};

/** In our own words: what the network says may hold more than its owner wants to be shown. */
function reasonOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (REASONS[code]) return REASONS[code];
  return /CERT|TLS|SSL|SELF_SIGNED/.test(code) ? `The certificate was not accepted (${code}).` : 'The call failed.';
}
