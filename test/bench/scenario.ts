import type pg from 'pg';
import type { World } from './dataset/world.js';
import type { Options } from './options.js';
import type { Turn } from './driver/turn.js';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: string;
  /** Instead of the workspace's API key. */
  bearer?: string;
}

/** Makes request number `n`. Runs in the driver's process; the same number always gives the same request. */
export type Traffic = (world: World, n: number) => HttpRequest;

/** A server under load. */
export interface Target {
  name: string;
  port: number;
  pid: number;
  /** Under which its connections stand in pg_stat_activity. */
  application: string;
}

export interface Side {
  target: Target;
  world: World;
  /** Name of a traffic of any scenario. */
  traffic: string;
  /** Concurrent requests, if not those of the options. */
  connections?: number;
}

/** One line of the table. */
export interface Line {
  what: string;
  target: string;
  result: string;
  reached: boolean | null;
  detail: string;
}

/** What a scenario works with. Worlds are ordered by size. */
export interface Bench {
  options: Options;
  worlds: World[];
  service: Target;
  floor: Target;
  /** The tool server, and a bare responder that does the same. */
  tools: Record<'service' | 'floor', Target>;
  database: pg.Client;
  /** Drives the sides in turns (ABAB...) after one turn each to warm up. Gives each side's turns, in order. */
  turns(sides: Side[], length?: { rounds: number; seconds: number }): Promise<Turn[][]>;
  say(line: string): void;
}

/** A file in `scenarios/` and a line in `registry.ts`. */
export interface Scenario {
  name: string;
  /** One sentence for `--help`. */
  about: string;
  traffic?: Record<string, Traffic>;
  run(bench: Bench): Promise<Line[]>;
}
