import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelName } from '#crm-domain/messaging';
import type { Answer } from '../http/exchange.js';
import type { Call } from '../http/routes.js';
import { gmailError } from '../gmail/gmail-error.js';
import { graphError } from '../graph/graph-error.js';
import { metaError } from '../meta/meta-error.js';
import type { Fault, FaultScript } from './fault.js';
import { MagicRecipients } from './magic-recipients.js';

type Scripted = FaultScript & { id: number; met: number };

/** An answer, or what happens to the connection instead. */
export type Outcome = Answer | 'reset' | 'hang';

/** Scripted faults in the order they were written, then those of magic recipients. */
export class Faults {
  private scripts: Scripted[] = [];
  private ids = 0;
  private chance = seeded(1);
  private magic = new MagicRecipients();

  add(script: FaultScript): Scripted {
    const scripted = { ...script, id: ++this.ids, met: 0 };
    this.scripts.push(scripted);
    return scripted;
  }

  list(): readonly Scripted[] {
    return this.scripts;
  }

  /** Forgets scripts; chance begins anew with `seed`. */
  clear(seed = 1): void {
    this.scripts = [];
    this.chance = seeded(seed);
    this.magic = new MagicRecipients();
  }

  /** Does the call, as far as a fault lets it happen. */
  async carryOut(call: Call): Promise<Outcome> {
    const fault = this.meet(call);
    if (!fault) return call.run();
    if (fault.action === 'slow') {
      await sleep(fault.ms ?? 1000);
      return call.run();
    }
    if (fault.action === 'answer') return fault.answer!;
    if (fault.action === 'reset_before') return 'reset';
    if (fault.action === 'hang_before') return 'hang';
    await call.run();
    if (fault.action === 'accept_then_answer') return fault.answer!;
    return fault.action === 'reset_after' ? 'reset' : 'hang';
  }

  private meet(call: Call): Fault | undefined {
    const script = this.scripts.find((script) => fits(script, call) && this.chance() < (script.share ?? 1));
    if (!script) return call.call === 'send' ? this.magic.faultOf(call) : undefined;
    script.met++;
    const { action, ms, headers, body } = script;
    const status = script.status ?? 500;
    const answer = body === undefined ? defaultAnswer(call.channel, status) : { status, body };
    return { action, ms, answer: { ...answer, headers: { ...answer.headers, ...headers } } };
  }
}

function fits(script: Scripted, call: Call): boolean {
  const { times = 1, met, call: name = 'send', to } = script;
  if (times > 0 && met >= times) return false;
  if (name !== 'any' && name !== call.call) return false;
  if (to !== undefined && !call.to?.some((recipient) => sameRecipient(recipient, to))) return false;
  return (['channel', 'account', 'text', 'mark'] as const).every(
    (part) => script[part] === undefined || script[part] === call[part],
  );
}

/** A telephone number is the same with and without its plus. */
function sameRecipient(one: string, other: string): boolean {
  return one.replace(/^\+/, '') === other.replace(/^\+/, '');
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a provider says with a bare status, for scripts that name no body. */
function defaultAnswer(channel: ChannelName, status: number): Answer {
  if (channel === 'gmail') return gmailError(status);
  if (channel === 'outlook') return graphError(status);
  if (status === 401) return metaError(190, 'Error validating access token.', { status });
  if (status === 429) return metaError(channel === 'whatsapp' ? 130429 : 613, 'Rate limit hit', { status });
  if (status >= 500) return metaError(2, 'Service temporarily unavailable', { status });
  return metaError(100, 'Invalid parameter', { status });
}
