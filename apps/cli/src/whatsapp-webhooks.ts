/** What the webhooks of WhatsApp need to be taken. */
const NEEDED = ['META_APP_SECRET', 'META_VERIFY_TOKEN'] as const;

/** Of these, the ones that are not set. */
export function missingForWhatsApp(env: NodeJS.ProcessEnv): string[] {
  return NEEDED.filter((name) => !env[name]);
}

/** Where Meta has to be told to send them. */
export function subscribeWhatsApp(env: NodeJS.ProcessEnv): string {
  const base = (env.BASE_URL || '<BASE_URL>').replace(/\/+$/, '');
  return `At Meta, subscribe to the field "messages" of WhatsApp, with the address ${base}/webhooks/meta`;
}

/** Why nothing takes their place. */
export const WHY_WEBHOOKS =
  'WhatsApp reports the status of a message, and incoming messages, only by webhook. Without them, a message whose response was lost ends ' +
  'as failed (outcome_unknown) although it may have arrived.';
