import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ServiceProcess } from '#platform';
import type { DemoFile } from './demo-file.js';

/** A service that `up` starts. */
interface LocalService {
  name: string;
  /** Variable that moves it, and where it is otherwise. */
  port: { variable: string; preset: number };
  /** Under which name its address stands in the demo file. */
  publishes: keyof DemoFile & `${string}_url`;
  env(at: { url: string; port: number }): Record<string, string>;
}

/** In the order of starting; one entry for each service that exists. */
const SERVICES: readonly LocalService[] = [
  {
    name: 'rest-api',
    port: { variable: 'REST_PORT', preset: 3000 },
    publishes: 'rest_url',
    // One person trying things out, or a test that hurries: the limits are not what they are here for.
    env: ({ url, port }) => ({
      REST_PORT: String(port),
      BASE_URL: url,
      RATE_LIMIT_READS_PER_SECOND: '1000',
      RATE_LIMIT_WRITES_PER_SECOND: '500',
    }),
  },
];

/** A service with its place on this machine. */
export interface PlacedService {
  name: string;
  variable: string;
  port: number;
  url: string;
  publishes: LocalService['publishes'];
  process(databaseUrl: string, env: NodeJS.ProcessEnv): ServiceProcess;
}

/** Settings of `up` as `readSettings` takes them: a port for each service. */
export const portSettings = Object.fromEntries(
  SERVICES.map(({ port }) => [port.variable, z.coerce.number().int().min(1).max(65_535).default(port.preset)]),
);

/** All services on the given ports. */
export function placed(ports: Record<string, number>): PlacedService[] {
  return SERVICES.map((service) => {
    const { name, publishes } = service;
    const { variable } = service.port;
    const port = ports[variable]!;
    const url = `http://localhost:${port}`;
    return {
      ...{ name, variable, port, url, publishes },
      process: (databaseUrl, env) => ({
        name,
        file: fileURLToPath(new URL(`../../${name}/src/main.js`, import.meta.url)),
        env: { ...chosen(service.env({ url, port }), env), DATABASE_URL: databaseUrl },
        ready: `${url}/readyz`,
      }),
    };
  });
}

/** What the environment says goes before what we would choose. */
function chosen(preset: Record<string, string>, env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(preset).map(([name, value]) => [name, env[name] || value]));
}
