import { NEW_SECRET, isKnownSecret } from '#platform';
import { keptSecrets } from '../local-secrets.js';
import { wrong, type Finding } from './finding.js';

const SECRETS = [
  ...['CONSOLE_CLIENT_SECRET', 'IDENTITY_WEBHOOK_SECRET', 'CREDENTIALS_KEYS', 'META_APP_SECRET', 'META_VERIFY_TOKEN'],
  ...['GOOGLE_CLIENT_SECRET', 'MICROSOFT_CLIENT_SECRET'],
] as const;

const FIX = `Generate your own, such as with ${NEW_SECRET}, or use the one from the provider.`;

/** Secrets that are none: of this repository, which everybody can read, or of `npm start` in this folder. */
export function secretFindings(env: NodeJS.ProcessEnv): Finding[] {
  const ofNpmStart = new Set(Object.values(keptSecrets() ?? {}));
  return SECRETS.flatMap((name) => {
    const value = env[name] ?? '';
    if (isKnownSecret(value)) return [wrong(`${name} is a publicly known value for development`, FIX)];
    return ofNpmStart.has(value) ? [wrong(`${name} is the value that npm start generated for development`, FIX)] : [];
  });
}
