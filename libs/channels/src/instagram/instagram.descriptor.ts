import type { ChannelDescriptor } from '../channel-descriptor.js';
import { messengerFacts } from '../meta/messenger-facts.js';
import { MetaMailbox } from '../meta/meta-mailbox.js';
import { INSTAGRAM_ANSWERS } from './instagram-answers.js';
import { InstagramChannel } from './instagram.channel.js';

const DAY = 24 * 60 * 60_000;

export const instagram: ChannelDescriptor = {
  title: 'Instagram',
  sender: (settings, graceMs) => new InstagramChannel(settings, graceMs),
  mailbox: ({ INSTAGRAM_BASE_URL: base }) => new MetaMailbox({ platform: 'instagram', base, table: INSTAGRAM_ANSWERS }),
  facts: (payload) => messengerFacts('instagram', payload),
  // They live 60 days and renew themselves while they are good.
  token: {
    beforeEndMs: 10 * DAY,
    leastAgeMs: DAY,
    livesMs: 60 * DAY,
    revives: false,
    request({ access_token }, settings) {
      // This one address has no version in it.
      const url = `${settings.INSTAGRAM_BASE_URL.replace(/\/v\d+\.\d+$/, '')}/refresh_access_token`;
      return { method: 'GET', url, query: { grant_type: 'ig_refresh_token', access_token } };
    },
  },
};
