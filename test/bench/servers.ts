import { launch, type Launched } from './processes.js';
import type { Bench } from './scenario.js';
import { AUDIENCE, BASE_URL, type Issuer } from './tools/people.js';

/** Ends what was started. */
export type Stop = () => Promise<void> | void;

interface Place {
  url: string;
  issuer: Issuer;
  /** Directory for CPU profiles. */
  profile?: string;
}

/** Starts both services, each with its floor, and puts the end of each into `stops`. */
export async function startServers(
  { url, issuer, profile }: Place,
  stops: Stop[],
): Promise<Pick<Bench, 'service' | 'floor' | 'tools'>> {
  const env = serviceSettings(url, issuer.issuer);
  const start = async (name: string, application: string, entry: string, firstPort: number): Promise<Launched> => {
    const server = await launch({ name, application, entry, firstPort, env, profile });
    stops.push(server.stop);
    return server;
  };
  return {
    service: await start('service', 'crm-rest-api', 'apps/rest-api/src/main.js', 15_600),
    floor: await start('floor', 'bench-floor', 'test/bench/floor/main.js', 15_620),
    tools: {
      service: await start('tools', 'crm-mcp-gateway', 'apps/mcp-gateway/src/main.js', 15_640),
      floor: await start('tools-floor', 'bench-tools-floor', 'test/bench/tools/main.js', 15_660),
    },
  };
}

/** Of a service in the benchmark: no rates, and no work of its own. */
export function serviceSettings(url: string, issuer: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    RATE_LIMIT_READS_PER_SECOND: '0',
    RATE_LIMIT_WRITES_PER_SECOND: '0',
    RATE_LIMIT_BATCHED_WRITES_PER_SECOND: '0',
    MCP_AUTH_URL: issuer,
    MCP_AUDIENCES: AUDIENCE,
    CREDENTIALS_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
    WEBHOOK_PRIVATE_ADDRESSES: 'true',
    MCP_URL: 'http://localhost',
    BASE_URL,
    DELIVERY_WORKER: 'off',
    SYNC_WORKER: 'off',
  };
}
