import { fetchIssuerMetadata } from '#auth';
import { adviceOn } from './address.js';
import { ok, warning, wrong, type Finding } from './finding.js';
import { tokenVerifierFor, type DeploymentSettings } from './settings.js';

/** The provider as the services see it: by their own code. */
export async function examineIdentityProvider(settings: DeploymentSettings): Promise<Finding[]> {
  const { MCP_AUTH_URL, MCP_URL } = settings;
  if (!MCP_AUTH_URL) return [];
  const metadata = await fetchIssuerMetadata(MCP_AUTH_URL, (document) => document).catch(
    (error: Error) => error.message,
  );
  if (typeof metadata === 'string') {
    const fix =
      'MCP_AUTH_URL must be the issuer exactly as in the metadata of the provider, and it must be reachable from here.';
    return [wrong(metadata, adviceOn('MCP_AUTH_URL', MCP_AUTH_URL, fix))];
  }
  const findings = [ok(`The metadata of ${MCP_AUTH_URL} name it as the issuer`), ...clientFindings(metadata)];
  return MCP_URL ? [...findings, await keysOf({ ...settings, MCP_AUTH_URL, MCP_URL })] : findings;
}

function clientFindings(metadata: Record<string, unknown>): Finding[] {
  const methods = metadata['code_challenge_methods_supported'];
  const found: Finding[] = [];
  if (!Array.isArray(methods) || !methods.includes('S256'))
    found.push(
      wrong(
        'It does not announce PKCE with S256',
        'Switch it on at the provider: clients refuse to connect without it.',
      ),
    );
  if (!metadata['registration_endpoint'] && metadata['client_id_metadata_document_supported'] !== true)
    found.push(
      warning(
        'Clients cannot register themselves there',
        'Switch on dynamic registration, or register each client by hand.',
      ),
    );
  return found;
}

async function keysOf(settings: Parameters<typeof tokenVerifierFor>[0]): Promise<Finding> {
  const { verifier, failure } = tokenVerifierFor(settings);
  await verifier.warm();
  if (verifier.hasKeys()) return ok('Its keys can be fetched');
  return wrong(`Its keys cannot be fetched: ${failure()}`, 'Check the jwks_uri in its metadata, or set AUTH_JWKS_URL.');
}
