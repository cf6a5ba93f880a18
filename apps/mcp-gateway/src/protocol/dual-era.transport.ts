import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Frozen } from './frozen.js';
import { modernJson, modernResult } from './frozen.js';
import { CODES, withReason, type Call, type RequestId } from './json-rpc.js';
import { octets, type Octets } from '../octets.js';
import type { ParsedPost } from './parsed-post.js';
import { jsonOf } from '../tools/support/written-result.js';
import { withoutTask, wrongParams } from './wrong-params.js';

/**
 * Carries the calls of one POST to an SDK server and its answers back as one piece of JSON, on either wire. The SDK's
 * own transport knows no modern wire, refuses clients that accept JSON only, and costs more than all the rest.
 */
export class DualEraTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /**
   * Of the calls that were answered. Only a batch needs them later; held by a connection at rest, they are a burden.
   */
  private readonly answers = new Map<RequestId, Octets | undefined>();

  constructor(
    private readonly reading: ParsedPost,
    private readonly frozen: Frozen,
    private readonly reply: (json: Octets) => void,
  ) {}

  async start(): Promise<void> {}

  /** Hands the calls to the server that was connected. */
  deliver(): void {
    for (const call of this.reading.calls) {
      const sentence = wrongParams(call);
      if (sentence === undefined) this.onmessage?.(withoutTask(call) as JSONRPCMessage);
      else this.refuse(call, { code: CODES.invalidParams, message: sentence });
    }
  }

  /** Answers only: requests and notifications of the server would need a stream, and there is none. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || message.id === undefined) return;
    const { id } = message;
    if ('error' in message) this.refuse({ id }, message.error);
    else this.answer({ id }, 'result', this.jsonOf(message.result));
  }

  /** Answers what is still open, for when the server could not: a client must not wait for nothing. */
  giveUp(): void {
    const error = { code: CODES.internal, message: 'Internal error.' };
    for (const call of this.reading.calls) if (!this.answers.has(call.id)) this.refuse(call, error);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  private refuse(call: Pick<Call, 'id'>, error: { code: number; message: string; data?: unknown }): void {
    this.answer(call, 'error', octets(JSON.stringify(withReason(error))));
  }

  private answer({ id }: Pick<Call, 'id'>, name: 'result' | 'error', member: Octets): void {
    const { batch, calls } = this.reading;
    if (this.answers.has(id)) return;
    const json = `{"jsonrpc":"2.0","id":${octets(JSON.stringify(id))},"${name}":${member}}` as Octets;
    this.answers.set(id, batch ? json : undefined);
    if (!batch) this.reply(json);
    else if (this.answers.size === calls.length)
      this.reply(`[${calls.map((call) => this.answers.get(call.id)).join(',')}]` as Octets);
  }

  private jsonOf(result: { [key: string]: unknown; _meta?: object }): Octets {
    const { era } = this.reading;
    const written = jsonOf(result);
    if (written !== undefined) return era === 'modern' ? modernJson(written) : written;
    const frozen = this.frozen.jsonOf(result, era);
    return frozen ?? octets(JSON.stringify(era === 'modern' ? modernResult(result) : result));
  }
}
