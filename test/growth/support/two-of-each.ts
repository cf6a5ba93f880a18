import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { Service, type ServiceOptions } from '../../operations/support/service.js';
import { RoundRobin } from './round-robin.js';

const QUIET = pathToFileURL(resolve('dist/test/growth/support/quiet-main.js')).href;

export interface Front {
  url: string;
  stop(): Promise<void>;
}

/**
 * Two processes of a service, from the build, behind one address. Tests that were written for one service in their own
 * process are sent here when TWO_OF_EACH is set (test/support/rest.ts, test/support/world.ts).
 */
export async function twoOf(app: ServiceOptions['app'], settings: object, port = 0): Promise<Front> {
  const env = { ...environmentOf(settings), LOG_LEVEL: 'fatal', NODE_OPTIONS: `--import=${QUIET}` };
  const first = await Service.start({ app, env });
  const second = await Service.start({ app, env }).catch(async (error: unknown) => {
    await first.stop('SIGKILL');
    throw error;
  });
  const proxy = await RoundRobin.before([first.url, second.url], port);
  const stop = async () => {
    await proxy.stop();
    await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')]);
    const [one = 0, other = 0] = proxy.given;
    if (Math.abs(one - other) > 1) throw new Error(`The two were not asked in turns: ${one} and ${other} times.`);
  };
  return { url: proxy.url, stop };
}

/** Settings as a program reads them from its environment. */
function environmentOf(settings: object): Record<string, string> {
  const written = Object.entries(settings).map(([name, value]) => [name, asText(value)]);
  return Object.fromEntries(written.filter(([name, text]) => text !== '' && !/_PORT$/.test(name!)));
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Map)
    return [...value].map(([id, key]) => `${id}:${(key as Buffer).toString('base64')}`).join(',');
  return Array.isArray(value) ? value.join(',') : String(value);
}
