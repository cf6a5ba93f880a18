import type { Caller, Domain, RecordWire } from '#crm-domain';
import { isMail, type ChannelName } from '#crm-domain/messaging';
import { Failure } from '../failure.js';

/** Somebody to talk with, by an address of the channel. */
export interface Contact {
  name: string;
  address: string;
}

const MAX_COUNT = 100;

/** People of the workspace, each for one conversation of a channel. @throws Failure when it has nobody to write to */
export async function demoPeople(domain: Domain, caller: Caller) {
  const { records } = await domain.records.list(caller, 'people', { limit: MAX_COUNT, offset: 0 });
  const named = records.map((record) => ({ record, name: text(record, 'name', 'full_name') ?? 'Somebody' }));
  const having = (attribute: string, field: string): Contact[] =>
    named.flatMap(({ record, name }) => {
      const address = text(record, attribute, field);
      return address ? [{ name, address }] : [];
    });
  const mailboxes = having('email_addresses', 'email_address');
  const phones = having('phone_numbers', 'phone_number');
  const of = (channel: ChannelName, at: number): Contact => {
    const from = channel === 'whatsapp' ? phones : mailboxes;
    const contact = from[at % (from.length || 1)];
    if (!contact)
      throw new Failure(
        'No person in the workspace has an e-mail address or a phone number, so no conversations can be created.',
      );
    if (isMail(channel) || channel === 'whatsapp') return contact;
    // By these ids no record is found: the pages know a person by nothing else.
    return { ...contact, address: `77000000${String(at).padStart(8, '0')}` };
  };
  return { of };
}

function text(record: RecordWire, attribute: string, field: string): string | undefined {
  const [value] = record.values[attribute] ?? [];
  const found = (value as Record<string, unknown> | undefined)?.[field];
  return typeof found === 'string' ? found : undefined;
}
