import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** All of IPv6 that was ever given out. Beyond it lie old guises of IPv4 addresses, such as ::10.0.0.1. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Says why an address may not be called, or nothing. */
export function refusedAddress(address: string): string | undefined {
  // Bytes that mean the same IPv4 address in another guise (::ffff:10.0.0.1) are judged as that.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return `${parsed.range()} address`;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GIVEN_OUT) ? 'unassigned address' : undefined;
}

/**
 * Looks a name up for a connection that is about to be made. Every address it has must be public: judged here, at the
 * moment of connecting, a name cannot change its meaning between the check and the call.
 */
export function lookupPublic(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const refused = addresses.map(({ address }) => refusedAddress(address)).find((reason) => reason);
    if (refused || addresses.length === 0) return found(notAllowed(refused ?? 'no address'), []);
    if (options.all) return found(null, addresses);
    return found(null, addresses[0]!.address, addresses[0]!.family);
  });
}

/** For hosts that are written as an address, which nobody looks up. @throws Error with the reason */
export function demandPublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  const refused = isIP(host) ? refusedAddress(host) : undefined;
  if (refused) throw notAllowed(refused);
}

function notAllowed(reason: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`not a public address (${reason})`), { code: 'ENOTPUBLIC' });
}
