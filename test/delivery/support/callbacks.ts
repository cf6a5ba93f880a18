import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeliveryService } from '#crm-domain/messaging';
import type { PostOffice } from './post-office.js';

interface Word {
  account: string;
  mark: string | null;
  provider_message_id: string;
}

interface Entry {
  id: string;
  changes?: {
    value: {
      metadata: { phone_number_id: string };
      statuses?: { id: string; status: string; biz_opaque_callback_data?: string }[];
    };
  }[];
  messaging?: { message?: { is_echo?: boolean; metadata?: string; mid: string } }[];
}

/**
 * Hears what Meta's stand-ins call back, and lets it settle deliveries: only what bears our mark, and no failures. What
 * could not be written is answered with 500, so that it is posted again.
 */
export async function hearCallbacks(office: PostOffice, deliveries: DeliveryService) {
  const settle = async ({ account, mark, provider_message_id }: Word): Promise<void> => {
    const sql = 'select workspace_id, channel_account_id from channel_account where external_account_id = $1';
    const [owner] = await office.sql<{ workspace_id: string; channel_account_id: string }>(sql, [account]);
    if (owner) await deliveries.settleFromProvider({ ...owner, kind: 'accepted', mark, provider_message_id });
  };
  const take = async (request: IncomingMessage): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { entry } = JSON.parse(Buffer.concat(chunks).toString()) as { entry: Entry[] };
    await Promise.all(entry.flatMap(wordsOf).map(settle));
  };
  const server = createServer((request, response) => {
    take(request)
      .then(() => 200)
      .catch(() => 500)
      .then((status) => response.writeHead(status).end());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  };
}

function wordsOf({ id, changes = [], messaging = [] }: Entry): Word[] {
  const statuses = changes.flatMap(({ value }) =>
    (value.statuses ?? [])
      .filter(({ status }) => status !== 'failed')
      .map((each) => ({
        account: value.metadata.phone_number_id,
        mark: each.biz_opaque_callback_data?.split('/')[0] ?? null,
        provider_message_id: each.id,
      })),
  );
  const echoes = messaging.flatMap(({ message }) =>
    message?.is_echo && message.metadata
      ? [{ account: id, mark: message.metadata, provider_message_id: message.mid }]
      : [],
  );
  return [...statuses, ...echoes];
}
