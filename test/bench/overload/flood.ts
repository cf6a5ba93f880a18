import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { World } from '../dataset/world.js';

/** What is sent. */
export interface Flood {
  port: number;
  world: World;
  /** Requests a second. */
  rate: number;
  seconds: number;
  connections: number;
}

/** What became of it. Latencies in milliseconds, of what was answered. */
export interface Flooded {
  sent: number;
  answered: number;
  shed: number;
  failed: number;
  /** What could not even be sent in its time. */
  missed: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Of what was refused. */
  shedP99: number;
}

/** Sends a flood from a process of its own. */
export async function flood(order: Flood): Promise<Flooded> {
  const child = fork(fileURLToPath(new URL('./main.js', import.meta.url)));
  child.send(order);
  const [flooded] = (await once(child, 'message')) as [Flooded];
  return flooded;
}
