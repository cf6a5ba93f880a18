import { inspectWhatsApp } from '#crm-domain/operations';
import { WHY_WEBHOOKS, missingForWhatsApp, subscribeWhatsApp } from '../whatsapp-webhooks.js';
import { ok, warning, wrong, type Finding } from './finding.js';

/**
 * Whether connected numbers are told what becomes of messages. Nothing where there are none, or the database says
 * nothing.
 */
export async function examineWhatsApp(url: string | undefined, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  // That it cannot be read is found where the database is looked at.
  const facts = url ? await inspectWhatsApp(url).catch(() => undefined) : undefined;
  if (!facts || facts.accounts === 0) return [];
  const missing = missingForWhatsApp(env);
  if (missing.length > 0) {
    const text = `WhatsApp is connected, but its webhooks are off without ${missing.join(' and ')}`;
    return [wrong(text, `Set ${missing.join(' and ')}. ${subscribeWhatsApp(env)}. ${WHY_WEBHOOKS}`)];
  }
  if (facts.heard) return [ok('Webhooks of WhatsApp arrive')];
  const text = 'WhatsApp is connected, but no webhook of it has arrived in the last 14 days';
  return [warning(text, `${subscribeWhatsApp(env)}. ${WHY_WEBHOOKS}`)];
}
