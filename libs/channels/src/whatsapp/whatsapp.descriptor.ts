import type { ChannelDescriptor } from '../channel-descriptor.js';
import { whatsappFacts } from './whatsapp-facts.js';
import { WhatsAppChannel } from './whatsapp.channel.js';

/** Keeps nothing that could be fetched. Tokens of Meta's system users stay as they are. */
export const whatsapp: ChannelDescriptor = {
  title: 'WhatsApp',
  sender: (settings, graceMs) => new WhatsAppChannel(settings, graceMs),
  facts: whatsappFacts,
};
