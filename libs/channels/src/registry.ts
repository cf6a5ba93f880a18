import { CHANNELS, type ChannelName } from '#crm-domain/messaging';
import type { ChannelDescriptor } from './channel-descriptor.js';
import type { Channel } from './contract/channel.js';
import { gmail } from './gmail/gmail.descriptor.js';
import { instagram } from './instagram/instagram.descriptor.js';
import { messenger } from './messenger/messenger.descriptor.js';
import { outlook } from './outlook/outlook.descriptor.js';
import type { ProviderSettings } from './settings/provider-settings.js';
import { whatsapp } from './whatsapp/whatsapp.descriptor.js';

/** Every channel; complete by type. */
export const CHANNEL_DESCRIPTORS: Readonly<Record<ChannelName, ChannelDescriptor>> = {
  gmail,
  outlook,
  whatsapp,
  facebook: messenger,
  instagram,
};

/** What sends on each channel. `graceMs` replaces the usual waits before a transmission may be looked into. */
export function channelsFor(
  settings: ProviderSettings,
  graceMs: Partial<Record<ChannelName, number>> = {},
): Record<ChannelName, Channel> {
  const senders = CHANNELS.map((name) => [name, CHANNEL_DESCRIPTORS[name].sender(settings, graceMs[name])]);
  return Object.fromEntries(senders) as Record<ChannelName, Channel>;
}

/** What `part` gives of each channel, without those of which it gives nothing. */
export function partsOfChannels<Part>(
  part: (channel: ChannelDescriptor) => Part | undefined,
): Partial<Record<ChannelName, Part>> {
  const parts = CHANNELS.map((name) => [name, part(CHANNEL_DESCRIPTORS[name])] as const);
  return Object.fromEntries(parts.filter(([, made]) => made !== undefined)) as Partial<Record<ChannelName, Part>>;
}
