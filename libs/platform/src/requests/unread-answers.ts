import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of answers that wait for their callers to read them, in the whole process. */
const MAX_UNREAD = 64 * 1024 * 1024;
/** Milliseconds after which it shows how fast somebody reads. */
const SHOWN_AFTER = 1000;

/** Bytes that an answer takes which is read from a file piece by piece. */
const PIPED = 128 * 1024;

interface Unread {
  socket: Socket;
  /** What it takes of the memory, until all of it is read. */
  bytes: number;
  since: number;
  /** Bytes that the connection had sent then. */
  sent: number;
}

/**
 * Bounds how many bytes of answers a process keeps for callers who do not read them. Beyond the bound connections are
 * cut, of those who read slowest first; among those who only just began to read, and those who read nothing, the
 * oldest.
 */
export class UnreadAnswers {
  private readonly waiting = new Set<Unread>();
  private held = 0;

  /** @param most bytes of all answers together @param clock milliseconds that only grow */
  constructor(
    private readonly most = MAX_UNREAD,
    private readonly clock = () => performance.now(),
  ) {}

  /** Bytes that wait now. */
  get bytes(): number {
    return this.held;
  }

  /**
   * Watches an answer from when it is written, or begins to come from a file, until it is sent or its connection
   * closed.
   */
  watch(response: ServerResponse): void {
    let isPiped = false;
    response.once('pipe', () => {
      isPiped = true;
      if (response.socket) this.add(response, response.socket, PIPED);
    });
    response.once('prefinish', () => {
      const { socket } = response;
      // Nearly always the system has taken all of it.
      if (socket && !isPiped && socket.writableLength > 0)
        this.add(response, socket, Math.max(socket.writableLength, handleOf(socket).writeQueueSize));
    });
  }

  private add(response: ServerResponse, socket: Socket, bytes: number): void {
    const unread = { socket, bytes, since: this.clock(), sent: sentOn(socket) };
    this.waiting.add(unread);
    this.held += unread.bytes;
    response.once('close', () => this.drop(unread));
    if (this.held > this.most) this.makeRoom();
  }

  private drop(unread: Unread): void {
    if (this.waiting.delete(unread)) this.held -= unread.bytes;
  }

  private makeRoom(): void {
    const now = this.clock();
    const speeds = new Map([...this.waiting].map((unread) => [unread, speedOf(unread, now)]));
    const slowest = [...speeds.keys()].sort(
      (one, other) => speeds.get(one)! - speeds.get(other)! || one.since - other.since,
    );
    for (const unread of slowest) {
      if (this.held <= this.most) return;
      this.drop(unread);
      unread.socket.destroy();
    }
  }
}

/** In bytes a millisecond. Of somebody new nothing is known, and the best assumed. */
function speedOf({ socket, since, sent }: Unread, now: number): number {
  const age = now - since;
  return age < SHOWN_AFTER ? Number.MAX_VALUE : (sentOn(socket) - sent) / age;
}

/** Bytes that the system has taken. Streams count a piece as a whole until its end; only the handle knows more. */
function sentOn(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = handleOf(socket);
  return bytesWritten - writeQueueSize;
}

function handleOf(socket: Socket): { bytesWritten: number; writeQueueSize: number } {
  const { _handle } = socket as { _handle?: { bytesWritten?: number; writeQueueSize?: number } };
  return { bytesWritten: _handle?.bytesWritten ?? 0, writeQueueSize: _handle?.writeQueueSize ?? 0 };
}
