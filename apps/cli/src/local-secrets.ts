import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DATA_DIR } from './demo-file.js';

/** Secrets of the development services on this machine, made once. */
export interface LocalSecrets {
  /** Of everybody who signs in at the development identity provider. */
  password: string;
  /** By which that provider knows the screens. */
  console_client_secret: string;
  /** Seals the credentials of messaging accounts; without it they would have to be connected again. */
  credentials_keys: string;
  /** Signs the webhooks of the development messaging providers. */
  meta_app_secret: string;
  /** Shows those providers that a webhook address is ours. */
  meta_verify_token: string;
}

const FILE = `${DATA_DIR}/secrets.json`;

/** What an earlier start made, if it can still be read. */
export function keptSecrets(): Partial<LocalSecrets> | undefined {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Partial<LocalSecrets>;
  } catch {
    return undefined;
  }
}

/** All of them; those that were not there yet are made. */
export function localSecrets(): LocalSecrets {
  const kept = keptSecrets();
  const secrets = {
    password: secret(6),
    console_client_secret: secret(24),
    credentials_keys: `local:${randomBytes(32).toString('base64')}`,
    meta_app_secret: secret(24),
    meta_verify_token: secret(24),
    ...kept,
  };
  if (Object.keys(secrets).length > Object.keys(kept ?? {}).length) {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  return secrets;
}

function secret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
