import type { INestApplication } from '@nestjs/common';
import type { ToolServices } from '../../../apps/mcp-gateway/src/tools/define-tool.js';
import { createMcpGateway } from '../../../apps/mcp-gateway/src/app.js';
import type { GatewayLog, McpGatewayOptions } from '../../../apps/mcp-gateway/src/gateway-options.js';
import { RoundRobin } from '../../growth/support/round-robin.js';
import { areTwoWanted, type Alone } from '../../growth/support/two-of-each.js';
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

/**
 * A gateway with fake tools and a stub gatekeeper on a port of its own: two of it in this process, where two are
 * wanted.
 */
export async function startGateway({ alone, ...options }: Partial<McpGatewayOptions> & Alone = {}): Promise<Gateway> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const gatekeeper = new StubGatekeeper();
  const lines: Line[] = [];
  const make = () =>
    createMcpGateway({
      mcpUrl: url,
      issuer: 'http://localhost:9',
      screenUrl: SCREEN,
      gatekeeper,
      services: { connections: { noteRefusal: () => undefined } } as unknown as ToolServices,
      tools: FAKE_TOOLS,
      log: collectingLog(lines),
      ...options,
    });
  const app = await make();
  const close = areTwoWanted({ alone }) ? await inTurns([app, await make()], port) : () => app.close();
  if (!areTwoWanted({ alone })) await app.listen(port, 'localhost');
  return { app, url, gatekeeper, lines, close };
}

/** Has all of them answer at one port. */
async function inTurns(apps: readonly INestApplication[], port: number): Promise<() => Promise<void>> {
  const ports = await Promise.all(apps.map(() => freePort()));
  await Promise.all(apps.map((app, at) => app.listen(ports[at]!, 'localhost')));
  const urls = ports.map((own) => `http://localhost:${own}`);
  const proxy = await RoundRobin.before(urls, { port, host: 'localhost' });
  return () => proxy.stop().finally(() => Promise.all(apps.map((app) => app.close())));
}
