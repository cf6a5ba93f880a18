import { setTimeout as sleep } from 'node:timers/promises';

/** Something that wants to be told to the CRM. */
interface Post {
  about: 'gmail' | 'outlook' | 'meta';
  url: string;
  headers?: Record<string, string>;
  body: string;
}

type Sending = Post & { attempt: number };

interface Posted extends Post {
  /** Null when nobody answered. */
  status: number | null;
  attempt: number;
  /** ISO 8601. */
  at: string;
}

/** How webhooks travel. As it is, each is posted once, in order, and again only when it was not taken. */
export interface WebhookBehaviour {
  /** Holds them back until it is false again. */
  paused: boolean;
  /** How often each is posted. */
  copies: number;
  order: 'kept' | 'reversed' | 'shuffled';
  /** Milliseconds before each. */
  delay_ms: number;
  /** How often one that was not taken is posted again. */
  retries: number;
}

const USUAL: WebhookBehaviour = { paused: false, copies: 1, order: 'kept', delay_ms: 0, retries: 5 };
const PATIENCE = 10_000;
const REMEMBERED = 1000;

/** Posts webhooks one after the other and remembers what became of them. */
export class WebhookSender {
  private waiting: Sending[] = [];
  /** Those that are neither taken nor given up: waiting, being posted, or to be posted again. */
  private readonly open = new Set<Sending>();
  private givenUp = 0;
  private behaviour = { ...USUAL };
  private isBusy = false;
  private readonly ended = new AbortController();
  private posted: Posted[] = [];

  send(post: Post): void {
    for (let copy = 0; copy < this.behaviour.copies; copy++) {
      const sending = { ...post, attempt: 1 };
      this.open.add(sending);
      this.waiting.push(sending);
    }
    void this.drain();
  }

  behave(change: Partial<WebhookBehaviour>): WebhookBehaviour {
    Object.assign(this.behaviour, change);
    void this.drain();
    return this.behaviour;
  }

  log(): readonly Posted[] {
    return this.posted;
  }

  /** How many are still to be taken, and how many were given up after the last retry. */
  progress(): { open: number; given_up: number } {
    return { open: this.open.size, given_up: this.givenUp };
  }

  clear(): void {
    this.waiting = [];
    this.open.clear();
    this.givenUp = 0;
    this.posted = [];
    this.behaviour = { ...USUAL };
  }

  close(): void {
    this.waiting = [];
    this.ended.abort();
  }

  private async drain(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    // Whatever caused the webhook is finished first.
    await sleep(this.behaviour.delay_ms);
    for (let post = this.next(); post; post = this.next()) {
      await this.post(post);
      if (this.waiting.length > 0) await sleep(this.behaviour.delay_ms);
    }
    this.isBusy = false;
  }

  private next() {
    const { paused, order } = this.behaviour;
    if (paused || this.ended.signal.aborted) return undefined;
    if (order === 'kept') return this.waiting.shift();
    if (order === 'reversed') return this.waiting.pop();
    return this.waiting.splice(Math.floor(Math.random() * this.waiting.length), 1)[0];
  }

  private async post(post: Sending): Promise<void> {
    const status = await this.attempt(post);
    this.posted.push({ ...post, status, at: new Date().toISOString() });
    if (this.posted.length > REMEMBERED) this.posted.shift();
    const isTaken = status !== null && status >= 200 && status < 300;
    if (isTaken || post.attempt > this.behaviour.retries || this.ended.signal.aborted) {
      if (this.open.delete(post) && !isTaken) this.givenUp++;
      return;
    }
    const again = setTimeout(() => this.again(post), 500 * 2 ** post.attempt);
    again.unref();
  }

  private again(post: Sending): void {
    if (this.ended.signal.aborted || !this.open.has(post)) return;
    post.attempt++;
    this.waiting.push(post);
    void this.drain();
  }

  private async attempt({ url, headers, body }: Post): Promise<number | null> {
    const signal = AbortSignal.any([this.ended.signal, AbortSignal.timeout(PATIENCE)]);
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, signal };
    try {
      const response = await fetch(url, { ...request, redirect: 'manual' });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }
}
