import { DomainError } from '#crm-domain';
import { Vault, VaultError, type VaultKeys } from '#platform';
import { z } from 'zod';

const credentials = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  /** ISO 8601; absent where the token does not end by itself. */
  expires_at: z.iso.datetime().optional(),
  obtained_at: z.iso.datetime().optional(),
  /**
   * Nobody asks for the next ones before: they were asked for and the answer may come until then, or the provider wants
   * to be left alone.
   */
  awaited_until: z.iso.datetime().optional(),
  /** Given in place of one that the provider had refused: how many were refused one after the other, and since when. */
  refusals: z.object({ since: z.iso.datetime(), count: z.int().positive() }).optional(),
});

/** What an account is opened with at its provider. Never logged and never shown. */
export type AccountCredentials = z.infer<typeof credentials>;

/** Whom credentials belong to; sealed ones open for nobody else. */
export interface CredentialOwner {
  workspace_id: string;
  channel_account_id: string;
}

/** Seals the credentials of accounts, each bound to its workspace and account. */
export class CredentialVault {
  private readonly vault: Vault;

  constructor(keys: VaultKeys) {
    this.vault = new Vault(keys);
  }

  seal(owner: CredentialOwner, content: AccountCredentials): string {
    return within(() => this.vault.seal(boundTo(owner), JSON.stringify(content)));
  }

  /** @throws DomainError unavailable when the key is missing, or when they were changed or sealed for somebody else */
  open(owner: CredentialOwner, text: string): AccountCredentials {
    return within(() => credentials.parse(JSON.parse(this.vault.open(boundTo(owner), text))));
  }

  /** True when a newer key would seal them today; once none is left, the old key can go. */
  isOutdated(text: string): boolean {
    return this.vault.isOutdated(text);
  }
}

function boundTo(owner: CredentialOwner): string {
  return `${owner.workspace_id}|${owner.channel_account_id}|credentials`;
}

function within<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof VaultError) && !(error instanceof z.ZodError)) throw error;
    const why = error instanceof VaultError ? error.message : 'is not in a form known here';
    throw new DomainError('unavailable', `The secret of this account ${why}.`);
  }
}
