import { CredentialVault } from '#channels';
import { DomainError } from '#crm-domain';
import { webhookSecretOwner } from '#crm-domain/events';
import { sealedSamples, type SealedText } from '#crm-domain/operations';
import { Vault, VaultError, type VaultKeys } from '#platform';
import { ok, wrong, type Finding } from './finding.js';
import type { DeploymentSettings } from './settings.js';

const FIX =
  'Add the keys that encrypted them after the first one in CREDENTIALS_KEYS, in both services. If they are lost, connect the ' +
  'accounts again and give the webhooks new secrets.';

const NAMES = { account: 'credentials of accounts', webhook: 'secrets of webhooks' };

/** Tries CREDENTIALS_KEYS on some of what is stored sealed. @throws when the database cannot be read */
export async function examineSealed(url: string, settings: DeploymentSettings): Promise<Finding[]> {
  const samples = await sealedSamples(url);
  if (samples.length === 0) return [];
  const kinds = [...Map.groupBy(samples, ({ kind }) => kind)];
  const names = kinds.map(([kind]) => NAMES[kind]).join(' and ');
  // Keys that are none are among the findings about settings.
  if (!('CREDENTIALS_KEYS' in settings)) return [];
  const { CREDENTIALS_KEYS: keys } = settings;
  if (!keys)
    return [wrong(`CREDENTIALS_KEYS is not set, but encrypted ${names} are stored: they cannot be decrypted`, FIX)];
  const findings = kinds.flatMap(([kind, texts]) => closedOf(NAMES[kind], texts, keys));
  return findings.length > 0 ? findings : [ok(`CREDENTIALS_KEYS decrypt the ${names}; ${samples.length} were tried`)];
}

function closedOf(name: string, texts: readonly SealedText[], keys: VaultKeys): Finding[] {
  const closed = texts.filter((text) => !opens(text, keys));
  if (closed.length === 0) return [];
  const ids = [...new Set(closed.map(({ sealed }) => sealed.split('.')[1] ?? ''))];
  const why = ids.map((id) =>
    keys.has(id)
      ? `the key "${id}" is not the one that encrypted them`
      : `the key "${id}" is not among CREDENTIALS_KEYS`,
  );
  return [
    wrong(`${closed.length} of ${texts.length} ${name} that were tried cannot be decrypted: ${why.join(', ')}`, FIX),
  ];
}

function opens({ kind, workspace_id, id, sealed }: SealedText, keys: VaultKeys): boolean {
  try {
    if (kind === 'account') new CredentialVault(keys).open({ workspace_id, channel_account_id: id }, sealed);
    else new Vault(keys).open(webhookSecretOwner(workspace_id, id), sealed);
    return true;
  } catch (error) {
    if (error instanceof VaultError || error instanceof DomainError) return false;
    throw error;
  }
}
