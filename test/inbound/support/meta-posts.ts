let made = 0;

/** An id that nothing else in this process has. */
export const freshId = (kind: string) => `${kind}.${++made}-${process.pid}`;

const seconds = (at = Date.now()) => String(Math.floor(at / 1000));

interface Said {
  id?: string;
  from?: string;
  text?: string;
  /** Milliseconds since 1970. */
  at?: number;
  reply_to?: string;
  name?: string;
}

/** POSTs as Meta documents them for WhatsApp. */
export const whatsapp = {
  message: (account: string, { id = freshId('wamid'), from = '15550001111', text = 'Hello', ...more }: Said = {}) => {
    const context = more.reply_to === undefined ? {} : { context: { from: account, id: more.reply_to } };
    return whatsapp.post(account, {
      contacts: [{ profile: { name: more.name ?? 'Mara' }, wa_id: from }],
      messages: [{ id, from, timestamp: seconds(more.at), type: 'text', text: { body: text }, ...context }],
    });
  },
  status: (account: string, id: string, status: string, more: object = {}) =>
    whatsapp.post(account, { statuses: [{ id, status, timestamp: seconds(), recipient_id: '15550001111', ...more }] }),
  post: (account: string, value: object) => ({
    object: 'whatsapp_business_account',
    entry: [{ id: 'waba-1', changes: [{ field: 'messages', value: { ...metadata(account), ...value } }] }],
  }),
};

function metadata(phone_number_id: string) {
  return { messaging_product: 'whatsapp', metadata: { display_phone_number: '15550100200', phone_number_id } };
}

interface News extends Said {
  object?: 'page' | 'instagram';
  /** Our own id, where the provider carries it. */
  metadata?: string;
}

/** POSTs as Meta documents them for Messenger and Instagram. */
export const page = {
  message: (
    account: string,
    { id = freshId('m'), from = 'psid-mara', text = 'Hello', at = Date.now(), object }: News = {},
  ) => page.post(account, { ...parties(from, account), timestamp: at, message: { mid: id, text } }, object),
  echo: (account: string, { id = freshId('m'), from: to = 'psid-mara', at = Date.now(), ...said }: News = {}) => {
    const { text = 'Hello', metadata, object } = said;
    const message = { mid: id, text, is_echo: true, app_id: 5, ...(metadata && { metadata }) };
    return page.post(account, { ...parties(account, to), timestamp: at, message }, object);
  },
  read: (account: string, from: string, watermark: number) =>
    page.post(account, { ...parties(from, account), timestamp: Date.now(), read: { watermark } }),
  delivered: (account: string, from: string, mids: string[]) =>
    page.post(account, { ...parties(from, account), timestamp: Date.now(), delivery: { mids, watermark: Date.now() } }),
  post: (account: string, news: object, object: 'page' | 'instagram' = 'page') => ({
    object,
    entry: [{ id: account, time: Date.now(), messaging: [news] }],
  }),
};

function parties(sender: string, recipient: string) {
  return { sender: { id: sender }, recipient: { id: recipient } };
}

/** Several POSTs in one. */
export function bundled<T extends { entry: unknown[] }>(...posts: T[]): T {
  return { ...posts[0]!, entry: posts.flatMap(({ entry }) => entry) };
}
