import type { INestApplication } from '@nestjs/common';
import type { ToolServices } from '../../../apps/mcp-gateway/src/tools/define-tool.js';
import { createMcpGateway } from '../../../apps/mcp-gateway/src/app.js';
import type { GatewayLog } from '../../../apps/mcp-gateway/src/gateway-log.js';
import type { McpGatewayOptions } from '../../../apps/mcp-gateway/src/gateway-options.js';
import { freePort } from '../../support/free-port.js';
import { StubGatekeeper } from './actors.js';
import { FAKE_TOOLS } from './fake-tools.js';

export const SCREEN = 'http://localhost:3000/connected-clients';

export interface Line {
  level: string;
  fields: object;
  message: string;
}

export interface Gateway {
  app: INestApplication;
  url: string;
  gatekeeper: StubGatekeeper;
  lines: Line[];
  close(): Promise<void>;
}

function collectingLog(lines: Line[]): GatewayLog {
  // A line for every request is the concern of tests of its own.
  const write = (level: string) => (fields: object, message: string) =>
    void (message === 'request' || lines.push({ level, fields, message }));
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** A gateway with fake tools and a stub gatekeeper on a port of its own. */
export async function startGateway(options: Partial<McpGatewayOptions> = {}): Promise<Gateway> {
  const url = `http://localhost:${await freePort()}`;
  const gatekeeper = new StubGatekeeper();
  const lines: Line[] = [];
  const app = await createMcpGateway({
    mcpUrl: url,
    issuer: 'http://localhost:9',
    screenUrl: SCREEN,
    gatekeeper,
    services: {} as ToolServices,
    tools: FAKE_TOOLS,
    log: collectingLog(lines),
    ...options,
  });
  await app.listen(Number(new URL(url).port), 'localhost');
  return { app, url, gatekeeper, lines, close: () => app.close() };
}
