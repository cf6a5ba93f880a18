// Names under localhost belong to this machine, too (RFC 6761 section 6.3).
const LOOPBACK = /^(([a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** True for https addresses, and for http on this machine; addresses with credentials in them are never meant. */
export function isSecureUrl(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}
