import { looking } from './inspect.js';

/** What tells whether WhatsApp's webhooks reach the services. */
export interface WhatsAppFacts {
  /** Numbers that are connected, in all workspaces. */
  accounts: number;
  /** Whether any webhook of WhatsApp was taken within the 14 days for which they are remembered. */
  heard: boolean;
}

const FACTS = `
  select (select count(*)::int
    from channel_account
    where channel = 'whatsapp' and status <> 'disconnected') as accounts,
         exists (select 1 from provider_event where channel = 'whatsapp') as heard`;

/**
 * What `crm doctor` asks about WhatsApp accounts.
 *
 * @throws when the database cannot be reached, or has not been migrated
 */
export function inspectWhatsApp(url: string): Promise<WhatsAppFacts> {
  return looking(url, async (source) => (await source.query<[WhatsAppFacts]>(FACTS))[0]);
}
