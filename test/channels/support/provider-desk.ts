import { channelsFor, type ChannelAccess, type DeliveryTrace, type OutboundMessage } from '#channels';
import type { ChannelName } from '#crm-domain/messaging';
import { newId } from '#platform';
import { StandIns } from '../../delivery/support/stand-ins.js';

/** An account at the stand-ins, and the channel that speaks to it. */
export class ProviderDesk {
  readonly channel;

  private constructor(
    private readonly standIns: StandIns,
    readonly access: ChannelAccess,
    private readonly name: ChannelName,
  ) {
    this.channel = channelsFor(standIns.settings)[name];
  }

  static async open(standIns: StandIns, name: ChannelName, more: object = {}): Promise<ProviderDesk> {
    const isMail = name === 'gmail' || name === 'outlook';
    const external_account_id = isMail ? `${newId()}@example.com` : String(Math.floor(Math.random() * 1e15));
    const wish = { channel: name, external_account_id, ...more };
    const { access_token: token } = await standIns.control<{ access_token: string }>('accounts', wish);
    const signal = new AbortController().signal;
    const access = { external_account_id, address: external_account_id, display_name: 'Ada', token, signal };
    return new ProviderDesk(standIns, access, name);
  }

  message(change: Partial<OutboundMessage> = {}): OutboundMessage {
    const message_id = newId();
    const isMail = this.name === 'gmail' || this.name === 'outlook';
    const to = { gmail: 'bob@example.com', outlook: 'bob@example.com', whatsapp: '+15555550188' };
    return {
      message_id,
      channel: this.name,
      subject: isMail ? 'The engine' : null,
      body: `It weaves, ${message_id}.`,
      to: [(to as Partial<Record<ChannelName, string>>)[this.name] ?? '1234567890'],
      cc: [],
      reply: null,
      ...change,
    };
  }

  /** What really left, told by the text of the message. */
  arrivals({ body }: OutboundMessage) {
    return this.standIns.arrivals({ text: body });
  }

  /** Something goes wrong with this account's next fitting calls. */
  async fault(script: object): Promise<void> {
    await this.standIns.fault({ channel: this.name, account: this.access.external_account_id, ...script });
  }

  /** How often an operation was called, by method and the end of the path. */
  async count(call: string, end: RegExp): Promise<number> {
    const calls = await this.standIns.calls({ channel: this.name, account: this.access.external_account_id, call });
    return calls.filter(({ path }) => end.test(path)).length;
  }

  /** Somebody writes to the account. */
  inbound(mail: object): Promise<{ id: string; thread: string }> {
    const account = this.access.external_account_id;
    return this.standIns.control('inbound', { channel: this.name, account, ...mail });
  }

  /** The owner of the account writes with another app. */
  elsewhere(said: { to: string; text: string; times?: number }): Promise<{ ids: string[] }> {
    const account = this.access.external_account_id;
    return this.standIns.control('elsewhere', { channel: this.name, account, ...said });
  }

  prepare(message: OutboundMessage, trace: Partial<DeliveryTrace> = {}) {
    return this.channel.prepare(message, this.access, { ...NOTHING, attempt: 1, ...trace });
  }

  private get mailbox(): string {
    const { GMAIL_BASE_URL, GRAPH_BASE_URL } = this.standIns.settings;
    return this.name === 'gmail' ? `${GMAIL_BASE_URL}/gmail/v1/users/me` : `${GRAPH_BASE_URL}/me`;
  }

  /** Prepared for sure. */
  async drafted(message: OutboundMessage): Promise<DeliveryTrace> {
    const prepared = await this.prepare(message);
    if (prepared.kind !== 'prepared') throw new Error(`It was not prepared: ${JSON.stringify(prepared)}`);
    const { provider_draft_id, provider_thread_id } = prepared;
    return { provider_draft_id, provider_thread_id, transmit_started_at: new Date(), attempt: 1 };
  }

  transmit(message: OutboundMessage, trace: DeliveryTrace) {
    return this.channel.transmit(message, this.access, trace);
  }

  reconcile(message: OutboundMessage, trace: DeliveryTrace) {
    return this.channel.reconcile(message, this.access, trace);
  }

  /** A call of the provider's API by hand; `path` begins where the mailbox does. */
  async byHand(method: string, path: string, said?: object): Promise<Record<string, unknown>> {
    const headers = {
      authorization: `Bearer ${this.access.token}`,
      prefer: 'IdType="ImmutableId"',
      'content-type': 'application/json',
    };
    const body = said && JSON.stringify(said);
    const text = await (await fetch(this.mailbox + path, { method, headers, ...(body && { body }) })).text();
    return (text ? JSON.parse(text) : {}) as Record<string, unknown>;
  }
}

const NOTHING: DeliveryTrace = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: null };
