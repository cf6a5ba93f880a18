import type { PageProvider } from './page-messages.js';

/** Messenger, for pages. */
export const messenger: PageProvider = {
  channel: 'facebook',
  object: 'page',
  person: /^(\d{5,}|psid-\w+)$/,
  messageId: 'm_',
  isTooLong: (text) => text.length > 2000,
  subcodes: { unknownPerson: 2018001, window: 2018278 },
  carriesMark: true,
  tellsDelivery: true,
};
