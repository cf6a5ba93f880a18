import { z } from 'zod';

const WEB = /^https?$/;

/** The kinds of setting there are, each with the words in which a wrong one is refused. */
export const setting = {
  postgresUrl: () =>
    z.url({ protocol: /^postgres(ql)?$/ }).describe('an address such as postgres://user:password@host:5432/crm'),
  webUrl: () => z.url({ protocol: WEB }).describe('an address such as https://crm.example.com'),
  port: (preset: number) =>
    z.coerce.number().int().min(0).max(65_535).default(preset).describe('a port number, 0 to 65535'),
  count: (preset: number, least = 0) =>
    z.coerce.number().int().min(least).max(1_000_000).default(preset).describe(`a whole number, ${least} or more`),
  secret: (least: number) => z.string().min(least).optional().describe(`a text of at least ${least} characters`),
  seconds: () => z.coerce.number().int().min(0).optional().describe('a whole number of seconds'),
  flag: (preset: boolean) =>
    z
      .enum(['true', 'false'])
      .default(preset ? 'true' : 'false')
      .transform((text) => text === 'true')
      .describe('true or false'),
  list: () =>
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .optional()
      .describe('a list, separated by commas'),
};
