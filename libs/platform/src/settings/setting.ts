import { isIP } from 'node:net';
import { z } from 'zod';
import { eachHost } from './postgres-hosts.js';

const WEB = /^https?$/;
const MAX_LIST_LENGTH = 100;
const MAX_PROXIES = 10;

/** Describes a setting that holds no secret: a wrong value is repeated where it is refused. */
const shown = (description: string) => ({ description, shown: true });

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** The kinds of setting there are, each with the words in which a wrong one is refused. */
export const setting = {
  /** May name several hosts, separated by commas. */
  postgresUrl: () =>
    z
      .string()
      .refine((url) => eachHost(url).length > 0)
      .describe('an address such as postgres://user:password@host:5432/crm'),
  webUrl: () => z.url({ protocol: WEB }).meta(shown('an address such as https://crm.example.com')),
  /** An address of the web that `isRight` accepts; `words` say which those are. */
  webUrlThat: (isRight: (url: string) => boolean, words: string) =>
    z.url({ protocol: WEB }).refine(isRight).meta(shown(words)),
  /** Port 0 is any free one. */
  port: (preset: number) => whole(0, 65_535).default(preset).meta(shown('a port number, 0 to 65535')),
  optionalPort: () => whole(1, 65_535).optional().meta(shown('a port number, 1 to 65535')),
  /** An address of this machine to listen at. */
  ipAddress: (preset: string) =>
    z
      .union([z.ipv4(), z.ipv6()])
      .default(preset)
      .meta(shown('an IP address of this machine such as 127.0.0.1, or 0.0.0.0 for all')),
  count: (preset: number, least = 0, most = 1_000_000) =>
    whole(least, most)
      .default(preset)
      .meta(shown(`a whole number, ${least} to ${most}`)),
  /**
   * Proxies that are believed about whom a request came from: how many stand in a row before the service, or their
   * addresses and networks.
   */
  proxies: () =>
    z
      .string()
      .transform((text) => (/^\d+$/.test(text) ? Number(text) : text.split(/[\s,]+/).filter(Boolean)))
      .pipe(z.union([z.int().max(MAX_PROXIES), z.array(z.string().refine(isNetwork)).min(1).max(MAX_LIST_LENGTH)]))
      .optional()
      .meta(
        shown(
          `a number of proxies, 0 to ${MAX_PROXIES}, or a list of addresses and networks such as 10.0.0.0/8, separated by commas`,
        ),
      ),
  share: () => z.coerce.number().min(0).max(1).optional().meta(shown('a number from 0 to 1')),
  secret: (least: number) => z.string().min(least).optional().describe(`a text of at least ${least} characters`),
  seconds: (least: number, most: number) =>
    whole(least, most)
      .optional()
      .meta(shown(`a whole number of seconds, ${least} to ${most}`)),
  flag: (preset: boolean) =>
    z
      .enum(['true', 'false'])
      .default(preset ? 'true' : 'false')
      .transform((text) => text === 'true')
      .meta(shown('true or false')),
  oneOf: <const Words extends readonly string[]>(words: Words) =>
    z.enum(words).meta(shown(`${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)),
  textLike: (pattern: RegExp, words: string) => z.string().regex(pattern).meta(shown(words)),
  /** Entries separated by blanks or commas; `words` say which ones `isRight` accepts. */
  list: ({ least = 1, isRight = () => true, words = 'a list, separated by commas' }: ListRules = {}) =>
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(z.string().refine(isRight)).min(least).max(MAX_LIST_LENGTH))
      .optional()
      .meta(shown(words)),
};

interface ListRules {
  least?: number;
  isRight?: (entry: string) => boolean;
  words?: string;
}

/** An IP address, with or without the length of a network's prefix; 0 would be everybody. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || prefix === undefined) return version !== 0;
  return Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128);
}
