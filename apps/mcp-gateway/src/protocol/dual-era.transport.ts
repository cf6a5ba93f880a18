import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Frozen } from './frozen.js';
import { modernResult, modernText } from './frozen.js';
import { CODES, type Call, type RequestId } from './json-rpc.js';
import type { Reading } from './reading.js';
import { textOf } from '../tools/written-result.js';
import { withoutTask, wrongParams } from './wrong-params.js';

/**
 * Carries the calls of one POST to an SDK server and its answers back as one JSON text, on either wire. The SDK's
 * own transport knows no modern wire, refuses clients that accept JSON only, and costs more than all the rest.
 */
export class DualEraTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Of the calls that were answered. Only a batch needs the texts later; held by a connection at rest, they are a burden. */
  private readonly answers = new Map<RequestId, string | undefined>();

  constructor(
    private readonly reading: Reading,
    private readonly frozen: Frozen,
    private readonly reply: (text: string) => void,
  ) {}

  async start(): Promise<void> {}

  /** Hands the calls to the server that was connected. */
  deliver(): void {
    for (const call of this.reading.calls) {
      const sentence = wrongParams(call);
      if (sentence === undefined) this.onmessage?.(withoutTask(call) as JSONRPCMessage);
      else this.answer(call, `"error":${JSON.stringify({ code: CODES.invalidParams, message: sentence })}`);
    }
  }

  /** Answers only: requests and notifications of the server would need a stream, and there is none. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || message.id === undefined) return;
    const { id } = message;
    if ('error' in message) this.answer({ id }, `"error":${JSON.stringify(message.error)}`);
    else this.answer({ id }, `"result":${this.textOf(message.result)}`);
  }

  /** Answers what is still open, for when the server could not: a client must not wait for nothing. */
  giveUp(): void {
    const error = JSON.stringify({ code: CODES.internal, message: 'Internal error.' });
    for (const call of this.reading.calls) if (!this.answers.has(call.id)) this.answer(call, `"error":${error}`);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  private answer({ id }: Pick<Call, 'id'>, member: string): void {
    const { batch, calls } = this.reading;
    if (this.answers.has(id)) return;
    const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${member}}`;
    this.answers.set(id, batch ? text : undefined);
    if (!batch) this.reply(text);
    else if (this.answers.size === calls.length)
      this.reply(`[${calls.map((call) => this.answers.get(call.id)).join(',')}]`);
  }

  private textOf(result: { [key: string]: unknown; _meta?: object }): string {
    const { era } = this.reading;
    const written = textOf(result);
    if (written !== undefined) return era === 'modern' ? modernText(written) : written;
    return this.frozen.textOf(result, era) ?? JSON.stringify(era === 'modern' ? modernResult(result) : result);
  }
}
