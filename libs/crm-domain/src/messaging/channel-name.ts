/** What the domain knows of each channel (contract: Write rules 3); all else is in libs/channels. */
const CHANNEL_RULES = {
  gmail: { provider: 'google', handle: 'email', longestBody: 100_000 },
  outlook: { provider: 'microsoft', handle: 'email', longestBody: 100_000 },
  whatsapp: { provider: 'meta', handle: 'phone', longestBody: 4096 },
  facebook: { provider: 'meta', handle: 'psid', longestBody: 2000 },
  // Bytes; the others count characters.
  instagram: { provider: 'meta', handle: 'igsid', longestBody: 1000 },
} as const;
/** One of `CHANNELS`. */
export type ChannelName = keyof typeof CHANNEL_RULES;

/** The five channels. */
export const CHANNELS = ['gmail', 'outlook', 'whatsapp', 'facebook', 'instagram'] as const satisfies ChannelName[];

/** Whose a channel is: those of one provider fail together. */
export type ProviderName = (typeof CHANNEL_RULES)[ChannelName]['provider'];

/** Every provider once. */
export const PROVIDERS: readonly ProviderName[] = [...new Set(CHANNELS.map(providerOf))];

/** Whose a channel is. */
export function providerOf(channel: ChannelName): ProviderName {
  return CHANNEL_RULES[channel].provider;
}

/** What an address is on a channel; how it is written decides which records and people it matches. */
export type HandleKind = (typeof CHANNEL_RULES)[ChannelName]['handle'];

/** What people are known by on a channel. */
export function handleKind(channel: ChannelName): HandleKind {
  return CHANNEL_RULES[channel].handle;
}

/** What the provider takes, from memory. */
export function longestBody(channel: ChannelName): number {
  return CHANNEL_RULES[channel].longestBody;
}

/** Mail has a subject and any number of recipients; the others are text to one person. */
export function isMail(channel: ChannelName): boolean {
  return handleKind(channel) === 'email';
}
