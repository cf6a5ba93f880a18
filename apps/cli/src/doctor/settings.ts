import { TokenVerifier, isSecureUrl, tokenSettingsFor } from '#auth';
import { mcpGatewaySettings, restApiSettings } from '#channels';
import { judgeSettings, type SettingsOf } from '#platform';
import { withoutSlash } from './address.js';
import { ok, warning, wrong, type Finding } from './finding.js';
import { secretFindings } from './secrets.js';

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
