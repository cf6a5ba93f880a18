/** What is read of an event here. */
export interface Told {
  position: number;
  kind: string;
  subject: { id: string };
  data: Record<string, unknown> | null;
}

/** A stream as a client reads it. */
export class Stream {
  readonly events: Told[] = [];
  ids: number[] = [];
  isOver = false;
  status = 0;
  readonly headers = new Map<string, string>();
  private readonly stopping = new AbortController();
  private text = '';

  constructor(url: string, authorization: string, headers: Record<string, string> = {}) {
    void this.read(url, { authorization, ...headers });
  }

  stop(): void {
    this.stopping.abort();
  }

  private async read(url: string, headers: Record<string, string>): Promise<void> {
    try {
      const response = await fetch(url, { headers, signal: this.stopping.signal });
      this.status = response.status;
      response.headers.forEach((value, name) => this.headers.set(name, value));
      for await (const chunk of response.body!) this.take(Buffer.from(chunk as Uint8Array).toString());
    } catch {
      // Cut, or stopped.
    }
    this.isOver = true;
  }

  private take(chunk: string): void {
    this.text += chunk;
    const blocks = this.text.split('\n\n');
    this.text = blocks.pop()!;
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
      if (fields.has('id')) this.ids.push(Number(fields.get('id')));
      if (fields.has('data')) this.events.push(JSON.parse(fields.get('data')!) as Told);
    }
  }
}
