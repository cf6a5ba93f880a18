import type { ChannelAccess } from '../contract/channel.js';
import { callProvider, type ProviderAnswer } from '../provider/provider-call.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { TELLING_HEADERS, wentTo } from './gmail-lookup.js';

/** So long may it take to learn the Message-ID of a mail that was already accepted. */
const EPILOGUE_MS = 5000;

/** The calls of Gmail API v1 that sending needs. */
export class GmailApi {
  private readonly base: string;

  constructor(settings: Pick<ProviderSettings, 'GMAIL_BASE_URL'>) {
    this.base = `${settings.GMAIL_BASE_URL}/gmail/v1/users/me`;
  }

  createDraft(access: ChannelAccess, mime: Buffer, threadId: string | null): Promise<ProviderAnswer> {
    const message = { raw: mime.toString('base64url'), ...(threadId && { threadId }) };
    return callProvider({ method: 'POST', url: `${this.base}/drafts`, json: { message }, ...by(access) });
  }

  sendDraft(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    return callProvider({ method: 'POST', url: `${this.base}/drafts/send`, json: { id }, ...by(access) });
  }

  draft(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    const url = `${this.base}/drafts/${encodeURIComponent(id)}?format=metadata`;
    return callProvider({ method: 'GET', url, ...by(access) });
  }

  /** With its text. */
  wholeDraft(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    const url = `${this.base}/drafts/${encodeURIComponent(id)}?format=full`;
    return callProvider({ method: 'GET', url, ...by(access) });
  }

  /** The ids alone, with `page` of the drafts behind those that another answer gave. */
  newestDrafts(access: ChannelAccess, count: number, page?: string): Promise<ProviderAnswer> {
    const query = new URLSearchParams({ maxResults: String(count), ...(page !== undefined && { pageToken: page }) });
    return callProvider({ method: 'GET', url: `${this.base}/drafts?${query.toString()}`, ...by(access) });
  }

  /** The ids alone, of the drafts with a Message-ID. */
  draftsWithId(access: ChannelAccess, internetMessageId: string): Promise<ProviderAnswer> {
    const query = new URLSearchParams({ q: `rfc822msgid:${internetMessageId}` });
    return callProvider({ method: 'GET', url: `${this.base}/drafts?${query.toString()}`, ...by(access) });
  }

  thread(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    const url = `${this.base}/threads/${encodeURIComponent(id)}?${metadata(TELLING_HEADERS)}`;
    return callProvider({ method: 'GET', url, ...by(access) });
  }

  /** The ids alone, of what was sent last. */
  newestSent(access: ChannelAccess, count: number): Promise<ProviderAnswer> {
    const url = `${this.base}/messages?labelIds=SENT&maxResults=${count}`;
    return callProvider({ method: 'GET', url, ...by(access) });
  }

  /** The ids alone, of what was sent to an address since then. */
  sentTo(
    access: ChannelAccess,
    { to = '', since_s, count, page }: { to?: string; since_s: number; count: number; page?: string },
  ): Promise<ProviderAnswer> {
    const q = `after:${since_s} ${wentTo(to)}`.trim();
    const query = new URLSearchParams({ labelIds: 'SENT', maxResults: String(count), q });
    if (page !== undefined) query.set('pageToken', page);
    return callProvider({ method: 'GET', url: `${this.base}/messages?${query.toString()}`, ...by(access) });
  }

  /** With the headers that tell it from others. */
  mail(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    const url = `${this.base}/messages/${encodeURIComponent(id)}?${metadata(TELLING_HEADERS)}`;
    return callProvider({ method: 'GET', url, ...by(access) });
  }

  /** With its text. */
  wholeMail(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    const url = `${this.base}/messages/${encodeURIComponent(id)}?format=full`;
    return callProvider({ method: 'GET', url, ...by(access) });
  }

  sentMail(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    const url = `${this.base}/messages/${encodeURIComponent(id)}?${metadata(['Message-ID'])}`;
    return callProvider({ method: 'GET', url, ...by(access), deadlineMs: EPILOGUE_MS });
  }
}

function by({ token, signal }: ChannelAccess): { token: string; signal: AbortSignal } {
  return { token, signal };
}

function metadata(headers: readonly string[]): string {
  return new URLSearchParams([['format', 'metadata'], ...headers.map((name) => ['metadataHeaders', name])] as [
    string,
    string,
  ][]).toString();
}
