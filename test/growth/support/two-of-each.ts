import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { Service, type ServiceOptions } from '../../operations/support/service.js';
import { RoundRobin } from './round-robin.js';

const QUIET = pathToFileURL(resolve('dist/test/growth/support/quiet-main.js')).href;

/** Many more processes start than where tests run services in their own. */
const PATIENCE = 180_000;

/** Why a test stays with one process though two are wanted: it looks into that one, or at what each does by itself. */
export interface Alone {
  alone?: string;
}

export interface Front {
  url: string;
  stop(): Promise<void>;
}

interface FrontOptions {
  port?: number;
  /** The tests do by hand what deletes leave to the background. */
  quiet?: boolean;
}

/** Whether two of each service are to answer where a test starts one: `npm test -- --two-of-each`. */
export function areTwoWanted({ alone }: Alone = {}): boolean {
  return Boolean(process.env.TWO_OF_EACH) && alone === undefined;
}

/** Two processes of a service, from the build, behind one address. */
export async function twoOf(
  app: ServiceOptions['app'],
  settings: object,
  { port = 0, quiet = false }: FrontOptions = {},
): Promise<Front> {
  const env = { ...environmentOf(settings), LOG_LEVEL: 'fatal', ...(quiet && { NODE_OPTIONS: `--import=${QUIET}` }) };
  const services = await Promise.all([Service.launch({ app, env }), Service.launch({ app, env })]);
  const end = () => Promise.all(services.map((service) => service.stop('SIGKILL')));
  try {
    // Not /healthz: that is answered before the service itself has the port.
    for (const service of services) await service.until(async () => (await service.get('/readyz')).ok, PATIENCE);
    const proxy = await RoundRobin.before(
      services.map(({ url }) => url),
      { port },
    );
    return { url: proxy.url, stop: () => proxy.stop().finally(end) };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Settings as a program reads them from its environment. Without a word about them, workers rest as they do in tests.
 */
function environmentOf(settings: object): Record<string, string> {
  const all = { DELIVERY_WORKER: 'off', SYNC_WORKER: 'off', ...settings };
  const written = Object.entries(all).map(([name, value]) => [name, asText(value)]);
  return Object.fromEntries(written.filter(([name, text]) => text !== '' && !/_PORT$/.test(name!)));
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Map)
    return [...value].map(([id, key]) => `${id}:${(key as Buffer).toString('base64')}`).join(',');
  return Array.isArray(value) ? value.join(',') : String(value);
}
