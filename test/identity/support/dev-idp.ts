import type { DevIdp } from '../../../apps/dev-idp/src/server.js';
import type { DevIdpSettings } from '../../../apps/dev-idp/src/settings.js';
import { tokenSettings } from '../../../libs/auth/src/token/token-settings.js';
import { TokenVerifier } from '../../../libs/auth/src/token/token-verifier.js';
import { freePort } from '../../support/free-port.js';
import { MemoryDirectory } from './memory-directory.js';

export { freePort };

export const PASSWORD = 'correct horse';
export const CONSOLE_SECRET = 'console-secret-of-the-tests';

export interface TestIdp extends DevIdp {
  settings: DevIdpSettings;
  directory: MemoryDirectory;
  /** Errors the provider logged; a test ends with none. */
  log: unknown[];
  verifier(audience?: string): TokenVerifier;
}

/** The provider as it really runs, on a port of its own, with people and workspaces of the test. */
export async function startTestIdp(change: Partial<DevIdpSettings> = {}): Promise<TestIdp> {
  const port = change.port ?? (await freePort());
  const settings: DevIdpSettings = {
    port,
    issuer: `http://127.0.0.1:${port}`,
    mcpUrl: 'https://mcp.crm.example',
    baseUrl: 'https://api.crm.example',
    password: PASSWORD,
    consoleSecret: CONSOLE_SECRET,
    dataFile: ':memory:',
    accessTokenSeconds: 900,
    refreshGraceSeconds: 10,
    ...change,
  };
  const directory = new MemoryDirectory();
  const log: unknown[] = [];
  // Loaded late: jwks-rsa requires a module that oidc-provider imports, and Jest cannot do both at the same moment.
  const { startDevIdp } = await import('../../../apps/dev-idp/src/server.js');
  const idp = await startDevIdp(settings, directory, (error) => log.push(error));
  const verifier = (audience = `${settings.mcpUrl}/mcp`) =>
    new TokenVerifier(tokenSettings({ issuer: settings.issuer, audiences: [audience] }));
  return { ...idp, settings, directory, log, verifier };
}
