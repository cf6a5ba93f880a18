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
}

const FILE = `${DATA_DIR}/secrets.json`;

export function localSecrets(): LocalSecrets {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as LocalSecrets;
  } catch {
    const secrets = {
      password: randomBytes(6).toString('base64url'),
      console_client_secret: randomBytes(24).toString('base64url'),
    };
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    return secrets;
  }
}
