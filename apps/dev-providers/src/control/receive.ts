import type { z } from 'zod';
import { Refused } from '../http/exchange.js';
import { receiveMail, type IncomingMail } from '../mail/receive-mail.js';
import { instagram } from '../meta/instagram.js';
import { messenger } from '../meta/messenger.js';
import { receivePageMessage, sendElsewhere } from '../meta/page-messages.js';
import { receiveWhatsApp } from '../meta/whatsapp.js';
import type { Account } from '../store/account.store.js';
import type { World } from '../world.js';
import type { elsewhere, inbound } from './inputs.js';

/** Somebody writes to an account. @throws Refused when there is no such account */
export async function receive(
  world: World,
  incoming: z.infer<typeof inbound>,
): Promise<{ id: string; thread: string }> {
  const account = accountOf(world, incoming);
  if (isMail(incoming)) {
    const { id, thread } = await receiveMail(world, incoming);
    return { id, thread };
  }
  const thread = `t_${account.id}_${incoming.from}`;
  if (incoming.channel === 'whatsapp') return { id: receiveWhatsApp(world, account, incoming), thread };
  const provider = incoming.channel === 'instagram' ? instagram : messenger;
  return { id: receivePageMessage(world, provider, account, incoming), thread };
}

/** The owner of an account writes through another app. @throws Refused when there is no such account */
export function sayElsewhere(world: World, said: z.infer<typeof elsewhere>): { ids: string[] } {
  const account = accountOf(world, said);
  const provider = said.channel === 'instagram' ? instagram : messenger;
  return { ids: Array.from({ length: said.times }, () => sendElsewhere(world, provider, account, said)) };
}

/** @throws Refused when there is none */
export function accountOf(
  world: World,
  { channel, account }: Pick<z.infer<typeof inbound>, 'channel' | 'account'>,
): Account {
  const found = world.accounts.find(channel, account);
  if (!found) throw new Refused({ status: 404, body: { error: 'There is no such account.' } });
  return found;
}

function isMail(incoming: z.infer<typeof inbound>): incoming is z.infer<typeof inbound> & IncomingMail {
  return incoming.channel === 'gmail' || incoming.channel === 'outlook';
}
