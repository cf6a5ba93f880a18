import type { IncomingMessage, ServerResponse } from 'node:http';
import { countShedRequest } from '../metrics/metrics.js';
import { onceDone } from './load-shedder.js';

const MIB = 1024 * 1024;
/** Bodies up to this size are not counted, and always taken: it needs thousands of them to fill a process. */
const SMALL = 16 * 1024;
/** What each part of a body takes beside its bytes: one that comes byte by byte takes hundreds of times its length. */
const PART = 512;

/** Heads up to this size are not counted; those of most requests are smaller. */
const SMALL_HEAD = 4 * 1024;
/** What a header takes beside the bytes of its name and value, and how often it takes these: read, and as it is asked for. */
const HEADER = 128;
const COPIES = 2;

/** A request that tells of each part of its body as it arrives. */
export interface ArrivingRequest extends IncomingMessage {
  /** Called with the bytes of the part. */
  onBodyPart?: (bytes: number) => void;
  /** Called when its answer begins. */
  onAnswer?: () => void;
  /** Bytes beyond which nothing of its body is read. */
  longest?: number;
}

interface Body {
  request: ArrivingRequest;
  sender: string;
  since: number;
  /** What its head takes; 0 where that is not counted. */
  head: number;
  received: number;
  parts: number;
  /** What both take of the room. */
  size: number;
}

/**
 * Bounds how many bytes of requests a service holds at once. They are read before anybody knows who sends them, and
 * whoever sends slowly keeps what it has sent in our memory. So bodies are counted as they arrive, until they are
 * answered, and heads until the answer begins: then they are forgotten, since an answer may take hours. Where they
 * would take more, connections are cut: first those whose body waits behind another request of
 * theirs, then of those who are still sending the slowest of whoever takes most. One address cannot take the room from
 * others, then, by sending bodies quickly that it does not end.
 */
export class BodyMemoryLimit {
  private readonly bodies = new Set<Body>();
  private held = 0;
  /** What those of each sender take. */
  private readonly heldOf = new Map<string, number>();
  /**
   * Whether a request waits for another of its connection: its caller sent it before it was due, and may be cut for it.
   */
  isWaiting: (request: IncomingMessage) => boolean = () => false;
  /** Who sends a request, as far as that can be told before it is read: from where it comes. */
  senderOf: (request: IncomingMessage) => string = ({ socket }) => socket.remoteAddress ?? '';

  /**
   * @param longest what the service reads of one body, in bytes
   * @param most bytes of all bodies together
   * @param clock milliseconds that only grow
   */
  constructor(
    readonly longest: number,
    private readonly most = 64 * MIB,
    private readonly clock = () => performance.now(),
  ) {}

  /** Bytes that are held now. */
  get bytes(): number {
    return this.held;
  }

  /**
   * Counts the head of a request and what arrives of its body, until the answer is written or the caller gone. Where
   * there is no room for it its connection is cut.
   */
  watch(request: ArrivingRequest, response: ServerResponse): void {
    const head = headOf(request);
    if (head === 0 && lengthOf(request) === 0) return;
    const body = { request, sender: '', since: this.clock(), head, received: 0, parts: 0, size: 0 };
    request.onBodyPart = (bytes) => this.grow(body, bytes);
    onceDone(response, () => this.drop(body));
    if (head === 0) return;
    request.onAnswer = () => this.forgetHead(body);
    this.resize(body);
  }

  /**
   * Whether there is room for a request's body beside those that are all there, which no cut connection would make
   * smaller.
   */
  hasRoom(request: IncomingMessage): boolean {
    const expected = Math.min(lengthOf(request) ?? this.longest, this.longest);
    // Some is left for heads: a request without a body would be cut for want of it.
    const most = this.most - this.most / 16;
    if (expected <= SMALL || this.held + expected <= most || this.complete() + expected <= most) return true;
    countShedRequest();
    return false;
  }

  private grow(body: Body, bytes: number): void {
    body.received += bytes;
    body.parts++;
    this.resize(body);
  }

  private resize(body: Body): void {
    const read = body.received + body.parts * PART;
    const size = body.head + (read > SMALL ? read : 0);
    if (size === body.size) return;
    // Asked only once: the headers that tell it are gone when the head is forgotten.
    body.sender ||= this.senderOf(body.request);
    this.count(body, size - body.size);
    body.size = size;
    if (size > 0) this.bodies.add(body);
    else this.bodies.delete(body);
    while (this.held > this.most) this.cut(this.slowestBeside(body) ?? body);
  }

  private forgetHead(body: Body): void {
    const { request } = body;
    request.onAnswer = undefined;
    request.rawHeaders = [];
    request.headers = {};
    body.head = 0;
    if (this.bodies.has(body)) this.resize(body);
  }

  private cut(body: Body): void {
    countShedRequest();
    this.drop(body);
    body.request.socket.destroy();
  }

  private drop(body: Body): void {
    body.request.onBodyPart = undefined;
    body.request.onAnswer = undefined;
    if (!this.bodies.delete(body)) return;
    this.count(body, -body.size);
    body.size = 0;
  }

  private count({ sender }: Body, more: number): void {
    this.held += more;
    const held = (this.heldOf.get(sender) ?? 0) + more;
    if (held > 0) this.heldOf.set(sender, held);
    else this.heldOf.delete(sender);
  }

  private complete(): number {
    let sum = 0;
    for (const { request, size } of this.bodies) if (request.complete && !this.isWaiting(request)) sum += size;
    return sum;
  }

  /**
   * Of those who are still sending, or of those whose turn has not come: the slowest of the sender whose bodies take
   * most. Nobody is cut for a body that takes so much only because its parts are so small.
   */
  private slowestBeside(newest: Body): Body | undefined {
    if (newest.size > 2 * this.longest) return undefined;
    const now = this.clock();
    let slowest: Body | undefined;
    for (const body of this.bodies) {
      if (body === newest) continue;
      if (this.isWaiting(body.request)) return body;
      if (body.request.complete) continue;
      if (!slowest || this.goesBefore(body, slowest, now)) slowest = body;
    }
    return slowest;
  }

  private goesBefore(one: Body, other: Body, now: number): boolean {
    const more = this.heldOf.get(one.sender)! - this.heldOf.get(other.sender)!;
    return more === 0 ? speedOf(one, now) < speedOf(other, now) : more > 0;
  }
}

/** What the headers of a request take, in bytes; 0 where they are few and short. */
function headOf({ rawHeaders }: IncomingMessage): number {
  let size = (rawHeaders.length / 2) * HEADER;
  for (const text of rawHeaders) size += COPIES * text.length;
  return size > SMALL_HEAD ? size : 0;
}

/** In bytes a millisecond. */
function speedOf({ since, received }: Body, now: number): number {
  return received / (now - since + 1);
}

/**
 * Has no more of a request's body read than its limit in bytes. False where the request itself says that it is longer:
 * then nothing of it needs to be read.
 */
export function boundBody(request: ArrivingRequest, limit: number): boolean {
  request.longest = limit;
  return (lengthOf(request) ?? 0) <= limit;
}

/** Bytes that a request's body has; undefined when the request does not say it. */
export function lengthOf(request: IncomingMessage): number | undefined {
  const { 'transfer-encoding': framing, 'content-length': length = 0 } = request.headers;
  return framing === undefined ? Number(length) : undefined;
}
