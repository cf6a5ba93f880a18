/** The five channels (contract: Write rules 3). */
export const CHANNELS = ['gmail', 'outlook', 'whatsapp', 'facebook', 'instagram'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** What an address is on each channel; how it is written decides which records and people it matches. */
export const HANDLE_KINDS = {
  gmail: 'email',
  outlook: 'email',
  whatsapp: 'phone',
  facebook: 'psid',
  instagram: 'igsid',
} as const;
export type HandleKind = (typeof HANDLE_KINDS)[ChannelName];

/** Mail has a subject and any number of recipients; the others are text to one person. */
export function isMail(channel: ChannelName): boolean {
  return HANDLE_KINDS[channel] === 'email';
}
