import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
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

/** How long a name server may take, in milliseconds, and how often it is asked. */
const ASKING = { timeout: 1500, tries: 2 };
/** This machine, which no name server is asked for (RFC 6761 section 6.3). */
const LOCAL = /(^|\.)localhost\.?$/i;

/**
 * Looks a name up for a connection that is about to be made. Every address it has must be public: judged here, at the
 * moment of connecting, a name cannot change its meaning between the check and the call.
 */
export function lookupPublic(hostname: string, options: LookupOptions, found: Found): void {
  publicAddresses(hostname).then(
    (addresses) => {
      if (options.all) found(null, addresses);
      else found(null, addresses[0]!.address, addresses[0]!.family);
    },
    (error: NodeJS.ErrnoException) => found(error, []),
  );
}

/**
 * Asks the name servers itself: `dns.lookup` has two threads for a whole process, and whoever owns a name whose server
 * never answers would keep them from all others, and from this process's own connections to its database.
 */
async function publicAddresses(hostname: string): Promise<LookupAddress[]> {
  if (LOCAL.test(hostname)) throw notAllowed('loopback address');
  // A new one each time: it reads anew which servers there are.
  const resolver = new Resolver(ASKING);
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)];
  if (addresses.length === 0 && four.status === 'rejected') throw notFound(four.reason as NodeJS.ErrnoException);
  const refused = addresses.map(({ address }) => refusedAddress(address)).find((reason) => reason);
  if (refused || addresses.length === 0) throw notAllowed(refused ?? 'no address');
  return addresses;
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

/** For hosts that are written as an address, which nobody looks up. @throws Error with the reason */
export function demandPublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  const refused = isIP(host) ? refusedAddress(host) : undefined;
  if (refused) throw notAllowed(refused);
}

/** In the two codes by which `dns.lookup` tells it: there is no such name, or nobody says whether there is. */
function notFound({ code = '' }: NodeJS.ErrnoException): NodeJS.ErrnoException {
  const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA';
  return Object.assign(new Error('not found'), { code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN' });
}

function notAllowed(reason: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`not a public address (${reason})`), { code: 'ENOTPUBLIC' });
}
