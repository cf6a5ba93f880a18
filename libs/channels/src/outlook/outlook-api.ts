import type { ChannelAccess, OutboundMessage } from '../contract/channel.js';
import { callProvider, type ProviderAnswer, type ProviderRequest } from '../provider/provider-call.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { DRAFT_FIELDS } from './outlook-draft.js';
import { markFilter, newMessage, recipientsOf, replyMessage } from './outlook-message.js';

/** So long may it take to learn the Message-ID of a mail that was already accepted. */
const EPILOGUE_MS = 5000;

const TELLING = 'id,isDraft,conversationId,internetMessageId';

/** The calls of Microsoft Graph that sending needs; with immutable ids a draft keeps its id when it is sent. */
export class OutlookApi {
  private readonly me: string;
  private readonly base: string;

  constructor(settings: Pick<ProviderSettings, 'GRAPH_BASE_URL'>) {
    this.me = `${settings.GRAPH_BASE_URL}/me`;
    this.base = `${this.me}/messages`;
  }

  create(access: ChannelAccess, message: OutboundMessage): Promise<ProviderAnswer> {
    return this.call(access, { method: 'POST', url: this.base, json: newMessage(message) });
  }

  createReply(access: ChannelAccess, message: OutboundMessage, parentId: string): Promise<ProviderAnswer> {
    const json = { message: replyMessage(message) };
    return this.call(access, { method: 'POST', url: `${this.of(parentId)}/createReply`, json });
  }

  /** Has a draft go to the people of the message, and to nobody else. */
  address(access: ChannelAccess, message: OutboundMessage, id: string): Promise<ProviderAnswer> {
    const json = { ...recipientsOf(message), bccRecipients: [] };
    return this.call(access, { method: 'PATCH', url: this.of(id), json });
  }

  send(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    return this.call(access, { method: 'POST', url: `${this.of(id)}/send` });
  }

  message(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    return this.call(access, { method: 'GET', url: this.of(id), query: { $select: DRAFT_FIELDS } });
  }

  /** The folder in which drafts are made. */
  draftsFolder(access: ChannelAccess): Promise<ProviderAnswer> {
    return this.call(access, { method: 'GET', url: `${this.me}/mailFolders/drafts`, query: { $select: 'id' } });
  }

  sentMessage(access: ChannelAccess, id: string): Promise<ProviderAnswer> {
    const request = { url: this.of(id), query: { $select: TELLING }, deadlineMs: EPILOGUE_MS };
    return this.call(access, { method: 'GET', ...request });
  }

  /** Those that carry our own id, in any folder. */
  marked(access: ChannelAccess, messageId: string): Promise<ProviderAnswer> {
    const query = { $filter: markFilter(messageId), $select: DRAFT_FIELDS };
    return this.call(access, { method: 'GET', url: this.base, query });
  }

  private of(id: string): string {
    return `${this.base}/${encodeURIComponent(id)}`;
  }

  private call({ token, signal }: ChannelAccess, request: ProviderRequest): Promise<ProviderAnswer> {
    return callProvider({ ...request, headers: { prefer: 'IdType="ImmutableId"' }, token, signal });
  }
}
