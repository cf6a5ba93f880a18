import { isIP, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** Of IPv6 the /64 that one customer gets, which holds more addresses than could be counted. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - first!.length - last!.length;
  return [...first!, ...Array<string>(zeros).fill('0'), ...last!].slice(0, 4).join(':');
}

/**
 * From where somebody asks, as the proxies of TRUSTED_PROXIES say it; what is no address, such as `unknown`, counts as
 * the proxy's own.
 */
export function addressOf({ ip = '', socket }: Request): string | undefined {
  return isIP(ip) ? ip : socket.remoteAddress;
}
