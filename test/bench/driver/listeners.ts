import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How many connect at a time. */
const AT_ONCE = 20;
const LONGEST_MS = 60_000;

export interface Listeners {
  /** Events that all of them together were told. */
  readonly told: number;
  /** @throws Error when it takes longer than a minute */
  until(told: number): Promise<void>;
  stop(): void;
}

/** Follows the events of workspaces, `each` times by each key. @throws Error for one that is refused */
export async function listen(port: number, keys: readonly string[], each: number): Promise<Listeners> {
  const agent = new Agent({ maxSockets: Infinity });
  let told = 0;
  const follow = (key: string) =>
    new Promise<void>((begun, refused) => {
      const headers = { authorization: `Bearer ${key}` };
      request({ port, host: '127.0.0.1', path: '/v1/events/stream', agent, headers }, (response) => {
        if (response.statusCode !== 200) return refused(new Error(`A listener was answered ${response.statusCode}.`));
        begun();
        let rest = '';
        response.on('error', () => undefined);
        response.on('data', (chunk: Buffer) => {
          const blocks = (rest + chunk.toString()).split('\n\n');
          rest = blocks.pop()!;
          told += blocks.filter((block) => /^data:/m.test(block)).length;
        });
      })
        .on('error', refused)
        .end();
    });
  const all = keys.flatMap((key) => Array.from({ length: each }, () => key));
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(follow));
  return {
    get told() {
      return told;
    },
    async until(wanted) {
      for (const end = performance.now() + LONGEST_MS; told < wanted; await sleep(20))
        if (performance.now() > end) throw new Error(`Of ${wanted} events ${told} were told within a minute.`);
    },
    stop: () => agent.destroy(),
  };
}
