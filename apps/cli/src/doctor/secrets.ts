import { NEW_SECRET, isKnownSecret } from '#platform';
import { keptSecrets } from '../local-secrets.js';
import { wrong, type Finding } from './finding.js';

const SECRETS = [
  ...['CONSOLE_CLIENT_SECRET', 'IDENTITY_WEBHOOK_SECRET', 'CREDENTIALS_KEYS', 'META_APP_SECRET', 'META_VERIFY_TOKEN'],
  ...['GOOGLE_CLIENT_SECRET', 'MICROSOFT_CLIENT_SECRET'],
] as const;

const FIX = `Make one of your own, such as by ${NEW_SECRET}, or take the one that the provider gives.`;

/** Secrets that are none: of this repository, which everybody can read, or of `npm start` in this folder. */
export function secretFindings(env: NodeJS.ProcessEnv): Finding[] {
  const ofNpmStart = new Set(Object.values(keptSecrets() ?? {}));
  return SECRETS.flatMap((name) => {
    const value = env[name] ?? '';
    if (isKnownSecret(value)) return [wrong(`${name} is a value for development that everybody knows`, FIX)];
    return ofNpmStart.has(value) ? [wrong(`${name} is the one that npm start made for trying things out`, FIX)] : [];
  });
}
