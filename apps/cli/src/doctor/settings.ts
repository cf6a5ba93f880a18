import { TokenVerifier, isSecureUrl, tokenSettingsFor } from '#auth';
import { mcpGatewaySettings, restApiSettings } from '#channels';
import { NEW_SECRET, isKnownSecret, judgeSettings, type SettingsOf } from '#platform';
import { keptSecrets } from '../local-secrets.js';
import { withoutSlash } from './address.js';
import { ok, skipped, warning, wrong, type Finding } from './finding.js';

export type DeploymentSettings = Partial<SettingsOf<typeof restApiSettings> & SettingsOf<typeof mcpGatewaySettings>>;

/**
 * The settings of both services as far as they are right, with what is wrong of them: what keeps one from starting, and
 * more.
 */
export function examineSettings(env: NodeJS.ProcessEnv): { settings: DeploymentSettings; findings: Finding[] } {
  const ofRest = judgeSettings(restApiSettings, env);
  const ofGateway = judgeSettings(mcpGatewaySettings, env);
  // The tool server needs more of the variables that both read, and says it.
  const named = new Map([...ofRest.problems, ...ofGateway.problems].map(({ name, sentence }) => [name, sentence]));
  const findings = [...named].map(([name, sentence]) => wrong(sentence, `.env.example says what ${name} is for.`));
  if (findings.length === 0) findings.push(ok('All required settings of both services are set'));
  const settings: DeploymentSettings = { ...ofRest.settings, ...ofGateway.settings };
  return { settings, findings: [...findings, ...secretFindings(env), ...publicFindings(settings)] };
}

/** The tool server's own check of tokens; `failure` says why the provider's keys could not be fetched last. */
export function tokenVerifierFor(settings: DeploymentSettings & { MCP_AUTH_URL: string; MCP_URL: string }): {
  verifier: TokenVerifier;
  failure(): string;
} {
  let failure = '';
  const onKeysFailure = (error: Error) => (failure = error.message);
  const audience = `${withoutSlash(settings.MCP_URL)}/mcp`;
  const verifier = new TokenVerifier(tokenSettingsFor(settings, [audience]), { onKeysFailure });
  return { verifier, failure: () => failure };
}

function publicFindings({ BASE_URL, MCP_URL, NODE_ENV }: DeploymentSettings): Finding[] {
  const open = Object.entries({ BASE_URL, MCP_URL }).filter(([, url]) => url && !isSecureUrl(url));
  const fix =
    'Put a proxy with a certificate in front of the service and set this to its address: credentials are sent unencrypted.';
  const insecure = open.map(([name]) => warning(`${name} is not https`, fix));
  if (NODE_ENV === 'production') return insecure;
  const text = NODE_ENV ? 'NODE_ENV is not "production"' : 'NODE_ENV is not set, which counts as development';
  return [...insecure, warning(text, 'Set NODE_ENV=production; the images do.')];
}

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

const SECRETS = [
  ...['CONSOLE_CLIENT_SECRET', 'IDENTITY_WEBHOOK_SECRET', 'CREDENTIALS_KEYS', 'META_APP_SECRET', 'META_VERIFY_TOKEN'],
  ...['GOOGLE_CLIENT_SECRET', 'MICROSOFT_CLIENT_SECRET'],
] as const;

const FIX = `Generate your own, such as with ${NEW_SECRET}, or use the one from the provider.`;

/** Secrets that are none: of this repository, which everybody can read, or of `npm start` in this folder. */
function secretFindings(env: NodeJS.ProcessEnv): Finding[] {
  const ofNpmStart = new Set(Object.values(keptSecrets() ?? {}));
  return SECRETS.flatMap((name) => {
    const value = env[name] ?? '';
    if (isKnownSecret(value)) return [wrong(`${name} is a publicly known value for development`, FIX)];
    return ofNpmStart.has(value) ? [wrong(`${name} is the value that npm start generated for development`, FIX)] : [];
  });
}
