import { ok, skipped, type Finding } from './finding.js';

/** What a deployment may do without: its name, and the variables that switch it on together. */
const PARTS: readonly (readonly [string, ...string[]])[] = [
  ['Screens at /console', 'CONSOLE_CLIENT_SECRET'],
  ['Accounts and webhooks, whose secrets are encrypted', 'CREDENTIALS_KEYS'],
  ['Connecting Gmail on the screens', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['Connecting Outlook on the screens', 'MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['Webhooks of WhatsApp, Messenger and Instagram', 'META_APP_SECRET', 'META_VERIFY_TOKEN'],
  ['Gmail’s pushes', 'GMAIL_PUBSUB_TOPIC', 'GMAIL_PUSH_AUDIENCE', 'GMAIL_PUSH_ACCOUNT'],
  ['Members by the identity provider’s webhooks', 'IDENTITY_WEBHOOK_SECRET'],
  ['Metrics', 'METRICS_PORT'],
  ['Traces', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
];

/** Says of each whether it is on, so that nobody looks for a fault where nothing is. */
export function optionalParts(env: NodeJS.ProcessEnv): Finding[] {
  return PARTS.map(([name, ...variables]) => {
    const missing = variables.filter((variable) => !env[variable]);
    return missing.length === 0 ? ok(name) : skipped(`${name}: off without ${missing.join(' and ')}`);
  });
}
