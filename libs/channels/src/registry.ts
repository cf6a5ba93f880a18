import type { ChannelName } from '#crm-domain';
import type { Channel } from './channel.js';
import { GmailApi } from './gmail/gmail-api.js';
import { GmailChannel } from './gmail/gmail.channel.js';
import { InstagramChannel } from './instagram/instagram.channel.js';
import { MessengerChannel } from './messenger/messenger.channel.js';
import { OutlookApi } from './outlook/outlook-api.js';
import { OutlookChannel } from './outlook/outlook.channel.js';
import type { ProviderSettings } from './provider-settings.js';
import { WhatsAppChannel } from './whatsapp/whatsapp.channel.js';

/** Every channel by its name. `graceMs` replaces the usual waits before a transmission may be looked into. */
export function channelsFor(
  settings: ProviderSettings,
  graceMs: Partial<Record<ChannelName, number>> = {},
): Record<ChannelName, Channel> {
  return {
    gmail: new GmailChannel(new GmailApi(settings), graceMs.gmail),
    outlook: new OutlookChannel(new OutlookApi(settings), graceMs.outlook),
    whatsapp: new WhatsAppChannel(settings, graceMs.whatsapp),
    facebook: new MessengerChannel(settings, graceMs.facebook),
    instagram: new InstagramChannel(settings, graceMs.instagram),
  };
}
