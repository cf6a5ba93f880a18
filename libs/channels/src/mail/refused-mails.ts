import { countSkippedMail, logger } from '#platform';
import type { ChannelName } from '#crm-domain/messaging';
import type { Declined } from '../contract/channel.js';
import { FetchDeclined } from '../contract/mailbox.js';
import { notLookedAt } from '../provider/answer-table.js';

/** When a mail that its provider refuses is given up. Times are milliseconds. */
export interface Patience {
  tries: number;
  /** From the first refusal, where other mails of the mailbox are given. */
  besideOthersMs: number;
  /** Where none is: the provider may be out of order, and then every mail is waited for. */
  aloneMs: number;
}

const PATIENCE: Patience = { tries: 5, besideOthersMs: 15 * 60_000, aloneMs: 86_400_000 };
/** Beyond that the oldest are forgotten, and their tries counted anew. */
const MOST = 1000;

/**
 * The mails that a provider has refused to this process, one by one. A refusal holds back its page, so that nothing is
 * lost while it may pass; one that lasts is passed over, since no mail may stop those behind it.
 */
export class RefusedMails {
  private readonly known = new Map<string, { since: number; tries: number }>();

  constructor(
    private readonly channel: ChannelName,
    private readonly patience = PATIENCE,
  ) {}

  page(account: string): PageOfMails {
    return new PageOfMails((id, isAlone) => this.isLasting(`${account} ${id}`, isAlone), this.channel);
  }

  private isLasting(key: string, isAlone: boolean): boolean {
    const now = Date.now();
    const seen = this.known.get(key) ?? { since: now, tries: 0 };
    seen.tries++;
    this.known.set(key, seen);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
    const { tries, aloneMs, besideOthersMs } = this.patience;
    return seen.tries >= tries && now - seen.since >= (isAlone ? aloneMs : besideOthersMs);
  }
}

/** What one fetch is given of a page, and what it is refused. */
export class PageOfMails {
  private isGiven = false;
  private readonly refused = new Map<string, Declined>();

  constructor(
    private readonly isLasting: (id: string, isAlone: boolean) => boolean,
    private readonly channel: ChannelName,
  ) {}

  /**
   * Reads one mail; `undefined` where it is refused.
   * @throws FetchDeclined for what is no refusal of this mail alone, such as that of the account or a limit
   */
  async read<T>(id: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      const mail = await work();
      if (mail !== undefined) this.isGiven = true;
      return mail;
    } catch (error) {
      if (!(error instanceof FetchDeclined) || !isOfOneMail(error.verdict)) throw error;
      this.refused.set(id, error.verdict);
      return undefined;
    }
  }

  /** @throws FetchDeclined, for a soon new try, while one of the refusals may pass */
  settle(): void {
    const passing = [...this.refused].filter(([id]) => !this.isLasting(id, !this.isGiven));
    if (passing[0]) throw new FetchDeclined(notLookedAt(passing[0][1]));
    for (const [provider_message_id, { code }] of this.refused) {
      countSkippedMail(this.channel);
      logger.error(
        { channel: this.channel, provider_message_id, code },
        'A mail, or its attachments, was skipped, because the provider refuses it.',
      );
    }
  }
}

/** Statuses that speak of the credential, of the time or of a gateway, whatever was asked for. */
const OF_ALL = new Set([401, 408, 429, 502, 503, 504]);

/** Whether the refusal may be of the mail that was asked for alone. */
export function isOfOneMail(verdict: Declined): boolean {
  const { http_status: status, kind } = verdict;
  if (status === null || status < 400 || OF_ALL.has(status)) return false;
  if (kind === 'rejected') return verdict.account === undefined;
  if (typeof verdict.retry_after_seconds === 'number') return false;
  return kind === 'ambiguous' || verdict.throttles !== 'account';
}
