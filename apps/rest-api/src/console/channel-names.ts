import type { ChannelName } from '#crm-domain';

/** Channels as people call them. */
export const CHANNEL_NAMES: Record<ChannelName, string> = {
  gmail: 'Gmail',
  outlook: 'Outlook',
  whatsapp: 'WhatsApp',
  facebook: 'Messenger',
  instagram: 'Instagram',
};
