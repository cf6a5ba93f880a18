import { Inject, Injectable } from '@nestjs/common';
import { AccessService, DomainError, conflict, type Actor } from '#crm-domain';
import {
  DraftReader,
  DraftService,
  OutboundService,
  isMail,
  type ChannelName,
  type DraftWire,
  type OwnDraftWire,
  type WholeDraftWire,
} from '#crm-domain/messaging';
import { PAGE, readerAsCaller, type Reader } from './own-inbox.js';

/** Of one conversation. */
const MAX_READ = 20;

/** What a form for a message holds. */
export interface Written {
  channel: ChannelName;
  to: string[];
  cc: string[];
  subject: string;
  body: string;
}

/** A person's own drafts, whoever wrote them for this person. */
@Injectable()
export class OwnDrafts {
  constructor(
    @Inject(AccessService) private readonly access: AccessService,
    @Inject(DraftReader) private readonly reader: DraftReader,
    @Inject(DraftService) private readonly drafts: DraftService,
    @Inject(OutboundService) private readonly outbound: OutboundService,
  ) {}

  /** Those that wait for approval first, then the last changed. @throws DomainError forbidden */
  async list(by: Reader, offset: number): Promise<{ drafts: OwnDraftWire[]; total: number }> {
    return this.reader.list(await this.actor(by), { limit: PAGE, offset });
  }

  async count(by: Reader): Promise<number> {
    return (await this.reader.list(await this.actor(by), { limit: 0, offset: 0 })).total;
  }

  /** Drafts whole, the first few of those that are asked for; without those that are none any more. */
  async read(by: Reader, draftIds: readonly string[]): Promise<WholeDraftWire[]> {
    if (draftIds.length === 0) return [];
    const actor = await this.actor(by);
    const read = draftIds.slice(0, MAX_READ).map((id) => this.reader.get(actor, id).catch(gone));
    return (await Promise.all(read)).filter((draft) => draft !== undefined);
  }

  /**
   * An answer without an address goes to the people of `reply_to`. `id` is that of the form, so that a form which is sent
   * twice is one message.
   *
   * @throws DomainError validation, not_found, conflict for what was saved already
   */
  write(by: Reader, written: Written, { id, reply_to }: { id: string | undefined; reply_to: string | undefined }) {
    const fields = fieldsOf(written);
    const answer = { ...fields, to: undefined, cc: undefined };
    const isOpen = reply_to !== undefined && written.to.length === 0;
    return this.drafts.create(readerAsCaller(by), { ...(isOpen ? answer : fields), reply_to }, id);
  }

  /** @throws DomainError validation, not_found, conflict */
  change(by: Reader, draftId: string, written: Written) {
    return this.drafts.update(readerAsCaller(by), draftId, fieldsOf(written));
  }

  /** @throws DomainError not_found, conflict */
  discard(by: Reader, draftId: string) {
    return this.drafts.delete(readerAsCaller(by), draftId);
  }

  /**
   * Sends what this person has just saved, and nothing that somebody else wrote into the draft since.
   *
   * @throws DomainError validation, not_found, conflict
   */
  async send(by: Reader, { draft_id, recipients }: DraftWire, { channel, subject, body }: Written) {
    const draft = await this.reader.get(await this.actor(by), draft_id);
    const written = [body, isMail(channel) ? subject : '', ...recipients.map(({ role, address }) => role + address)];
    const stored = [
      draft.body,
      draft.subject ?? '',
      ...[...draft.to, ...draft.cc].map(({ role, address }) => role + address),
    ];
    if (wordsOf(written) !== wordsOf(stored))
      throw conflict('changed_meanwhile', 'This draft was changed at the same moment. Nothing was sent.');
    return this.outbound.approveAndSend(readerAsCaller(by), draft_id, draft.digest);
  }

  private actor(by: Reader): Promise<Actor> {
    return this.access.authorize(readerAsCaller(by), 'read:data');
  }
}

/** What the channel has no field for is not sent on. */
function fieldsOf({ channel, to, cc, subject, body }: Written) {
  return isMail(channel) ? { channel, to, cc, subject, body } : { channel, to, body };
}

/** Without the white space, some of which is not stored. */
function wordsOf(texts: readonly string[]): string {
  return JSON.stringify(texts.map((text) => text.replaceAll(/\s+/g, '')).sort());
}

/** It may have been sent or deleted since. */
function gone(error: unknown): undefined {
  if (error instanceof DomainError && ['not_found', 'conflict'].includes(error.kind)) return undefined;
  throw error;
}
