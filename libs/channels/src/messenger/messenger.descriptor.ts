import type { ChannelDescriptor } from '../channel-descriptor.js';
import { messengerFacts } from '../meta/messenger-facts.js';
import { MetaMailbox } from '../meta/meta-mailbox.js';
import { MESSENGER_ANSWERS } from './messenger-answers.js';
import { MessengerChannel } from './messenger.channel.js';

/** Tokens of Meta's system users stay as they are. */
export const messenger: ChannelDescriptor = {
  title: 'Messenger',
  sender: (settings, graceMs) => new MessengerChannel(settings, graceMs),
  mailbox: ({ META_GRAPH_BASE_URL: base }) =>
    new MetaMailbox({ platform: 'messenger', base, table: MESSENGER_ANSWERS }),
  facts: (payload) => messengerFacts('facebook', payload),
};
