import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '../../faults/support/chance.js';
import { Deployment, call } from '../../operations/support/deployment.js';
import type { Service } from '../../operations/support/service.js';
import type { OpenApi } from '../../support/open-api.js';
import { problemOf, type Observed, type Role } from './judge-answer.js';
import { ProcessWatch } from './process-watch.js';
import {
  operationSources,
  otherSources,
  toolSources,
  type FuzzRequest,
  type RequestSource,
  type ToolSpec,
} from './requests.js';
import { newGround, send, type Answer, type Credentials, type Ground } from './site.js';

export interface FuzzOptions {
  /** It goes on for at least as long. */
  seconds: number;
  seed: number;
  /** Requests to each operation and each tool, at least. */
  each: number;
  /** Milliseconds of the event loop's thread that one request may take. */
  mostMs: number;
}

export interface Row {
  requests: number;
  statuses: Record<number, number>;
  /** Of one request, milliseconds of the event loop's thread. */
  longestMs: number;
  largestAnswer: number;
}

export interface FuzzReport {
  rows: Map<string, Row>;
  /** What was wrong, with the request that showed it. */
  problems: string[];
  /** MiB that each service held, over the run. */
  memory: Record<string, number[]>;
}

const REQUESTS_A_GROUND = 400;
const WARM_UP = 40;

/**
 * Sends both services requests made from their own schemas and changed by chance, one at a time, and judges each
 * answer.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const deployment = await Deployment.make();
  const report: FuzzReport = { rows: new Map(), problems: [], memory: {} };
  try {
    const CREDENTIALS_KEYS = `k1:${randomBytes(32).toString('base64')}`;
    const env = { WEBHOOK_PRIVATE_ADDRESSES: 'true', LOG_LEVEL: 'error', CREDENTIALS_KEYS };
    const rest = await deployment.start('rest-api', env);
    const tools = await deployment.start('mcp-gateway', env);
    const document = JSON.parse((await call(`${rest.url}/v1/openapi.json`)).text) as OpenApi;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const listed = await call(`${tools.url}/mcp`, { token: deployment.token(), body: list });
    const specs = (JSON.parse(listed.text) as { result: { tools: ToolSpec[] } }).result.tools;
    const others = otherSources();
    const place = { deployment, report, options, restUrl: rest.url, schemas: document.components.schemas };
    await new Run(place, rest, 'rest').go([...operationSources(document), ...others.rest]);
    await new Run(place, tools, 'tools').go([...toolSources(specs), ...others.tools]);
    return report;
  } finally {
    await deployment.stop();
  }
}

interface Place {
  deployment: Deployment;
  report: FuzzReport;
  options: FuzzOptions;
  restUrl: string;
  schemas: OpenApi['components']['schemas'];
}

/** The requests to one of the services. */
class Run {
  private readonly chance: Chance;
  private readonly watch: ProcessWatch;
  private readonly memory: number[] = [];
  private ground: Ground;
  private sent = 0;

  constructor(
    private readonly place: Place,
    private readonly service: Service,
    private readonly kind: 'rest' | 'tools',
  ) {
    this.chance = new Chance(place.options.seed);
    this.watch = new ProcessWatch(service.child.pid!);
    place.report.memory[kind] = this.memory;
  }

  async go(sources: readonly RequestSource[]): Promise<void> {
    const { seconds, each } = this.place.options;
    const end = Date.now() + (seconds / 2) * 1000;
    await this.warmUp(sources);
    for (let round = 0; round < each || Date.now() < end; round++)
      for (const source of this.chance.shuffled(sources)) {
        if (round >= each && Date.now() > end) break;
        if (!(await this.one(source))) return;
      }
    await this.isStillWell();
  }

  /** Code that runs for the first time is compiled first. */
  private async warmUp(sources: readonly RequestSource[]): Promise<void> {
    this.ground = await this.newGround();
    for (let left = WARM_UP; left > 0; left--) {
      const { known } = this.ground;
      await this.send(this.chance.of(sources)(known, this.chance), this.ground[this.kind].full).catch(() => undefined);
    }
  }

  private newGround(): Promise<Ground> {
    return newGround(this.place.deployment, this.place.restUrl, this.place.schemas);
  }

  /** Sends one request. False when the service is gone. */
  private async one(source: RequestSource): Promise<boolean> {
    if (++this.sent % REQUESTS_A_GROUND === 0) this.ground = await this.newGround();
    const request = source(this.ground.known, this.chance);
    const [role, credential] = this.credential(this.ground[this.kind]);
    try {
      const seen = await this.observe(request, credential);
      const problem = problemOf(request, role, seen, this.place.options.mostMs);
      this.note(request, seen);
      if (problem) this.tell(request, `${role}: ${problem}`);
    } catch (error) {
      this.tell(request, `${role}: ${(error as Error).message}`);
    }
    if (this.sent % 50 === 0) this.memory.push(this.watch.residentMib());
    const { exitCode, signalCode } = this.service.child;
    if (exitCode === null && signalCode === null) return true;
    this.tell(request, `the service ended: ${this.service.output.slice(-2000)}`);
    return false;
  }

  /** What takes long is asked again: a collection of garbage, or a schema read anew, falls on any request. */
  private async observe(request: FuzzRequest, credential: string | undefined): Promise<Observed> {
    this.watch.ran();
    const answer = await this.send(request, credential);
    let ms = this.watch.ran();
    for (let again = 0; again < 2 && ms > 100; again++) {
      await this.send(request, credential);
      ms = Math.min(ms, this.watch.ran());
    }
    return { ...answer, ms };
  }

  private credential({ full, reader, revoked }: Credentials): [Role, string | undefined] {
    const share = this.chance.next();
    if (share < 0.75) return ['full', full];
    if (share < 0.85) return ['reader', reader];
    return share < 0.93 ? ['revoked', revoked] : ['nobody', undefined];
  }

  private send(request: FuzzRequest, credential: string | undefined): Promise<Answer> {
    const headers = { ...request.headers };
    if (credential !== undefined) headers['authorization'] = `Bearer ${credential}`;
    return send(this.service.url, { ...request, headers });
  }

  private note({ target }: FuzzRequest, { status, ms, bytes }: Observed): void {
    const { rows } = this.place.report;
    const row = rows.get(target) ?? { requests: 0, statuses: {}, longestMs: 0, largestAnswer: 0 };
    row.requests++;
    row.statuses[status] = (row.statuses[status] ?? 0) + 1;
    row.longestMs = Math.max(row.longestMs, ms);
    row.largestAnswer = Math.max(row.largestAnswer, bytes);
    rows.set(target, row);
  }

  private tell({ method, path, body = '' }: FuzzRequest, problem: string): void {
    const shown = body.length > 600 ? `${body.slice(0, 600)}... (${body.length} characters)` : body;
    this.place.report.problems.push(`${method} ${path.slice(0, 300)} ${shown}\n  ${problem}`);
  }

  private async isStillWell(): Promise<void> {
    await sleep(500);
    const { status } = await this.service.get('/readyz');
    if (status !== 200) this.place.report.problems.push(`${this.kind}: /readyz answers ${status} in the end`);
  }
}
