import { SIGNED_IN_AGAIN } from '../layout/notice.js';

export const CHANNELS_PAGE = '/console/channels';

type Done = 'connected' | 'disconnected' | 'signed-in';

/** The page that says what was done, and leads to the account that it was done to. */
export function after(done: Done, accountId: string): string {
  return `${CHANNELS_PAGE}?done=${done}&at=${encodeURIComponent(accountId)}`;
}

/** What the page says then; `account` is how its account is called, where the reader may see it. */
export function noticeOf(done: unknown, account = 'it'): string | undefined {
  switch (done) {
    case 'connected':
      return `Connected ${account}. Messages come in from now on; “Last synced” says when it was last read.`;
    case 'disconnected':
      return `Disconnected ${account}. No messages are sent or received through it any more.`;
    case 'declined':
      return 'You did not allow access, so nothing was connected.';
    case 'signed-in':
      return SIGNED_IN_AGAIN;
    default:
      return undefined;
  }
}
