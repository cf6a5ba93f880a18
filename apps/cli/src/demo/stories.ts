import type { ChannelName } from '#crm-domain/messaging';

/** A message of a story: who wrote it, so many hours ago. */
export interface StoryMessage {
  by: 'them' | 'us';
  hours: number;
  text: string;
  attachment?: { filename: string; content_type: string; content: string };
}

/** A conversation with one of the demo people; the last word is always theirs, so that it can be answered. */
export interface Story {
  channel: ChannelName;
  /** Of a mail. */
  subject?: string;
  messages: readonly StoryMessage[];
  starred?: boolean;
  archived?: boolean;
  unread?: boolean;
}

const them = (hours: number, text: string): StoryMessage => ({ by: 'them', hours, text });
const us = (hours: number, text: string): StoryMessage => ({ by: 'us', hours, text });

/** Nobody in them exists and nothing in them happened. */
export const STORIES: readonly Story[] = [
  {
    channel: 'gmail',
    subject: 'Quote for the second site',
    messages: [
      them(50, 'Hello,\n\nwe are thinking of a second site next spring. Could you send a quote for twelve people?'),
      us(47, 'Gladly. Would the new site start with all twelve, or grow over the year?'),
      them(3, 'Eight at first, twelve by autumn. The board meets on Thursday, so figures before that would help.'),
    ],
    starred: true,
    unread: true,
  },
  {
    channel: 'gmail',
    subject: 'Training on site',
    messages: [them(28, 'The team would like the training in the second week of the month. Mornings suit us best.')],
  },
  {
    channel: 'gmail',
    subject: 'Copy of the last invoice',
    messages: [
      them(400, 'Could you send last month’s invoice once more? Our archive has only the first page. Thank you!'),
    ],
    archived: true,
  },
  {
    channel: 'outlook',
    subject: 'Renewal in October',
    messages: [them(6, 'Our budget is renewed in October. What would two years instead of one cost us?')],
    unread: true,
  },
  {
    channel: 'outlook',
    subject: 'Contract in two languages',
    messages: [
      them(75, 'Legal asks for the contract in both languages, side by side.'),
      {
        ...them(72, 'Here is the layout they use for all contracts.'),
        attachment: { filename: 'layout.txt', content_type: 'text/plain', content: 'Left: English. Right: French.' },
      },
    ],
    starred: true,
  },
  {
    channel: 'outlook',
    subject: 'Visit in spring',
    messages: [them(900, 'Thank you for the visit. The plant manager was impressed, which does not happen often.')],
    archived: true,
  },
  {
    channel: 'whatsapp',
    messages: [
      them(26, 'Hi! Is the delivery still planned for tomorrow?'),
      us(25, 'Yes, between 9 and 11.'),
      them(1, 'It is 11 now and nobody has come yet. Can you check?'),
    ],
    unread: true,
    starred: true,
  },
  { channel: 'whatsapp', messages: [us(100, 'Your order is ready.'), them(98, 'Great, we collect it on Friday.')] },
  {
    channel: 'facebook',
    messages: [them(9, 'Do you also rent out for a single week? The page only shows monthly prices.')],
    unread: true,
  },
  { channel: 'facebook', messages: [them(120, 'Saw your stand at the fair. Lovely idea with the map!')] },
  {
    channel: 'instagram',
    messages: [them(2, 'Is the workshop in the last picture open to visitors?')],
    unread: true,
  },
  {
    channel: 'instagram',
    messages: [them(700, 'We painted ours green after seeing your post. Thanks!')],
    archived: true,
  },
];
