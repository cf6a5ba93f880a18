import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LoadShedder, measureQueues } from '#platform';
import { EventStreams } from '../../apps/rest-api/src/events/event-streams.js';
import { registry } from '../../libs/platform/src/metrics/metrics.js';
import { Deployment, call } from './support/deployment.js';
import { samplesOf } from './support/prometheus.js';

const read = (file: string) => readFileSync(resolve('docker', file), 'utf8');

/** Metrics of the service and of Node, as a PromQL expression names them, with the labels that it asks of them. */
const METRIC = /\b((?:crm|nodejs|process)_\w+)(?:\{([^}]*)\})?/g;
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)/g;

interface Panel {
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
const alerts = read('alerts.yaml');
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  // Each alert's expression, on its line or in the block under it.
  ...[...alerts.matchAll(/expr: (?:\|\n)?([\s\S]*?)\n\s+for:/g)].map(([, expr]) => expr!),
];

describe('dashboard and alerts', () => {
  let deployment: Deployment;
  /** The names of everything shown, and of their labels. */
  const shown = new Map<string, Set<string>>();
  beforeAll(async () => {
    deployment = await Deployment.make();
    for (const app of ['rest-api', 'mcp-gateway'] as const) {
      const { text } = await call((await deployment.start(app)).metricsUrl);
      for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) shown.set(name!, shown.get(name!) ?? new Set());
      for (const { name, labels } of samplesOf(text))
        shown.set(name, new Set([...(shown.get(name) ?? []), ...Object.keys(labels)]));
    }
  });
  afterAll(() => deployment.stop());

  const exists = (name: string) => shown.has(name) || shown.has(name.replace(/_(bucket|count|sum)$/, ''));

  it('ask for metrics that exist, and for each of our own at least once', () => {
    const asked = new Set(expressions.flatMap((expr) => [...expr.matchAll(METRIC)].map(([, name]) => name!)));
    expect([...asked].filter((name) => !exists(name))).toEqual([]);
    const bare = new Set([...asked].map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    const ours = [...shown.keys()].filter((name) => /^crm_.*[a-z]$/.test(name) && !/_(bucket|count|sum)$/.test(name));
    expect(ours.length).toBeGreaterThan(8);
    expect(ours.filter((name) => !bare.has(name))).toEqual([]);
  });

  it('ask of our metrics only labels that they have', () => {
    new LoadShedder(1);
    measureQueues(async () => ({ queues: [], deliveries: [] }));
    new EventStreams({ onEvents: () => () => undefined } as never, {} as never);
    for (const [, name, matchers = ''] of expressions.flatMap((expr) => [...expr.matchAll(METRIC)])) {
      if (!name!.startsWith('crm_')) continue;
      const { labelNames: labels } = registry.getSingleMetric(name!.replace(/_(bucket|count|sum)$/, '')) as never as {
        labelNames: string[];
      };
      for (const [, label] of matchers.matchAll(MATCHER))
        expect([name, labels]).toEqual([name, expect.arrayContaining([label])]);
    }
  });

  it('have an expression for every alert, and a runbook that stands in the documentation', () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
    expect(new Set(names).size).toBe(names.length);
    expect(alerts.match(/expr:/g)).toHaveLength(names.length);
    const headings = [...readFileSync(resolve('docs/operations.md'), 'utf8').matchAll(/^#+ (.*)$/gm)].map(
      ([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
    );
    const runbooks = [...alerts.matchAll(/runbook: docs\/operations\.md#(\S+)/g)].map(([, anchor]) => anchor!);
    expect(runbooks).toHaveLength(names.length);
    for (const anchor of runbooks) expect(headings).toContain(anchor);
  });

  it('count routes by names that exist', () => {
    const routes = [...alerts.matchAll(/route!?[=~]~?"([^"]+)"/g)]
      .flatMap(([, names]) => names!.split('|'))
      .filter((name) => name.startsWith('/v1/'));
    expect(routes.length).toBeGreaterThan(1);
    const template = readFileSync(resolve('test/snapshots/openapi.json'), 'utf8');
    for (const route of routes) expect(template).toContain(`"${route.replace(/:(\w+)/g, '{$1}')}"`);
  });
});
