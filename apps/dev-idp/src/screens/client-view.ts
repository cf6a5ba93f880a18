import type { Client } from 'oidc-provider';
import { displayName } from '../provider/registration.js';

/** What a person is told about a client. All of it was said by the client itself. */
export interface ClientView {
  name: string;
  /** Where the browser goes afterwards, in words. */
  destination: string;
  /** The address itself, without its query. */
  redirect: string;
  registered: string | undefined;
}

/** Holds any host name to its end: the end is what tells whose it is. */
const MAX_ADDRESS = 300;
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

export function viewClient(client: Client, redirect: string, now = Date.now()): ClientView {
  const registeredAt = client.clientIdIssuedAt;
  return {
    name: displayName(client.clientName) || 'A program without a name',
    destination: destinationOf(redirect),
    redirect: addressOf(redirect),
    registered: registeredAt === undefined ? undefined : agoInWords(now / 1000 - registeredAt),
  };
}

function destinationOf(redirect: string): string {
  const url = URL.parse(redirect);
  if (!url) return redirect;
  if (LOOPBACK_HOSTS.includes(url.hostname)) return `a program on this computer (${url.host})`;
  return url.protocol === 'https:' ? url.host : `the program that opens ${url.protocol} links`;
}

/** The part of a redirect that a person can judge. */
export function addressOf(redirect: string): string {
  const [address = ''] = redirect.split('?', 1);
  return address.length > MAX_ADDRESS ? `${address.slice(0, MAX_ADDRESS)}…` : address;
}

function agoInWords(seconds: number): string {
  const steps: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  const step = steps.find(([size]) => seconds >= size);
  if (!step) return 'a moment ago';
  const count = Math.floor(seconds / step[0]);
  return `${count} ${step[1]}${count === 1 ? '' : 's'} ago`;
}
