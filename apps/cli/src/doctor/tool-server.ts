import { adviceOn, withoutSlash } from './address.js';
import { look, ok, wrong, type Finding, type Seen } from './finding.js';
import { readinessOf } from './rest-api.js';

const RESOURCE = '/.well-known/oauth-protected-resource';
const SERVER = '/.well-known/oauth-authorization-server';
const PROXY = 'Is a proxy in front answering in its place, or does MCP_URL name something else?';
const PASS_ON = 'Configure the proxy to pass all of /.well-known/ and /mcp on to the tool server.';

/** The tool server as a client meets it that knows nothing but its address. */
export async function examineToolServer(mcpUrl: string, issuer: string | undefined): Promise<Finding[]> {
  const url = withoutSlash(mcpUrl);
  const ready = await look(`${url}/readyz`);
  if (typeof ready === 'string')
    return [wrong(`${url} does not answer: ${ready}`, 'Start the service, or correct MCP_URL.')];
  const passOn = adviceOn('MCP_URL', url, PASS_ON);
  const resource = await look(`${url}${RESOURCE}`);
  const server = await look(`${url}${SERVER}`);
  const door = await look(`${url}/mcp`, 'POST');
  return [
    readinessOf(ready.status, ready.json, adviceOn('MCP_URL', url, PROXY)),
    document({ seen: resource, path: RESOURCE, passOn }, (seen) => resourceProblem(seen, url, issuer)),
    document({ seen: server, path: SERVER, passOn }, ({ json }) => serverProblem(json, issuer)),
    challengeOf(door, url, passOn),
  ];
}

interface Look {
  seen: Seen | string;
  path: string;
  /** What to do when something else answers. */
  passOn: string;
}

function document({ seen, path, passOn }: Look, problemOf: (seen: Seen) => string | undefined): Finding {
  if (typeof seen === 'string') return wrong(`${path}: ${seen}`, passOn);
  if (seen.status === 503)
    return wrong(`${path} is not there yet`, 'The tool server cannot reach the identity provider at its MCP_AUTH_URL.');
  if (seen.status !== 200) return wrong(`${path} answers ${seen.status}`, passOn);
  const problem = problemOf(seen);
  const fix =
    'MCP_URL and MCP_AUTH_URL must be the same here as in the service, and must be the addresses that clients use.';
  return problem ? wrong(`${path} ${problem}`, fix) : ok(`${path} shows clients the right addresses`);
}

function resourceProblem({ json }: Seen, url: string, issuer: string | undefined): string | undefined {
  if (json['resource'] !== `${url}/mcp`) return `names ${String(json['resource'])} instead of ${url}/mcp`;
  const servers = json['authorization_servers'];
  const names = Array.isArray(servers) && (issuer === undefined || servers.includes(issuer));
  return names ? undefined : `names another identity provider than ${issuer}`;
}

function serverProblem(json: Record<string, unknown>, issuer: string | undefined): string | undefined {
  if (issuer !== undefined && json['issuer'] !== issuer) return `names ${String(json['issuer'])} instead of ${issuer}`;
  return json['authorization_endpoint'] && json['token_endpoint'] ? undefined : 'names no endpoints';
}

/** Without it no client begins to sign anybody in. */
function challengeOf(seen: Seen | string, url: string, passOn: string): Finding {
  if (typeof seen === 'string') return wrong(`/mcp: ${seen}`, passOn);
  if (seen.status !== 401) return wrong(`/mcp answers ${seen.status} without a token, not 401`, passOn);
  const challenge = seen.headers.get('www-authenticate') ?? '';
  if (challenge.includes(`resource_metadata="${url}${RESOURCE}"`))
    return ok('/mcp rejects requests without a token and tells clients where to sign in');
  const text = challenge ? 'The challenge of /mcp names another address' : '/mcp answers 401 without a challenge';
  return wrong(
    text,
    'Configure the proxy to pass the WWW-Authenticate header on, and set MCP_URL to the address that clients use.',
  );
}
