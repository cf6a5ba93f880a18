/** What people add to an address by mistake, by the variable that holds it. */
const ENDINGS = {
  BASE_URL: ['/v1', '/console', '/docs', '/mcp'],
  MCP_URL: ['/mcp'],
  MCP_AUTH_URL: [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/authorize',
    '/token',
  ],
};

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** What to do about an address that leads elsewhere: what is too much at its end, or else what the caller says. */
export function adviceOn(variable: keyof typeof ENDINGS, address: string, otherwise: string): string {
  const url = withoutSlash(address);
  const end = ENDINGS[variable].find((ending) => url.endsWith(ending));
  return end ? `${variable} must not end with ${end}; use ${url.slice(0, -end.length)}.` : otherwise;
}
