import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { CheckedRecord, ConsistencyStore } from './consistency.store.js';
import { AUDIT_CHECKS } from './audit-checks.statements.js';
import { EVENT_CHECKS } from './event-checks.statements.js';
import { compareCluster } from './cluster-comparison.js';
import { Findings, UNREADABLE, type ConsistencyReport, type Finding } from './finding.js';
import { compareHistory, compareLabel, compareTargets } from './history-comparison.js';
import { KeyComparison } from './key-comparison.js';
import { MESSAGE_CHECKS } from './message-checks.statements.js';
import { ORPHAN_CHECKS } from './orphan-checks.statements.js';
import { RECORD_CHECKS } from './record-checks.statements.js';

const CHECKS = [...RECORD_CHECKS, ...EVENT_CHECKS, ...MESSAGE_CHECKS, ...AUDIT_CHECKS, ...ORPHAN_CHECKS];
const FIRST = '00000000-0000-0000-0000-000000000000';

/** A table, a file or a page of one that is not there or damaged. */
const LOST = new Set(['42P01', '58P01', 'XX001', 'XX002']);

type Checked = Pick<ConsistencyReport, 'records' | 'findings'>;

/** How much of the stored data is compared. */
export interface ConsistencyRequest {
  /** All of them if not given. */
  workspace_id?: string;
  /**
   * Of how many of a hundred records the values are compared with what stands beside them, 1 to 100; all else is always
   * looked at whole.
   */
  percent?: number;
}

/**
 * Looks for what can only be there when something went wrong. Reads each workspace as of one moment, while everybody
 * goes on working; changes nothing and takes no lock that anybody waits for.
 */
export class ConsistencyService {
  constructor(private readonly db: Db) {}

  async check({ workspace_id, percent = 100 }: ConsistencyRequest = {}): Promise<ConsistencyReport> {
    const report: ConsistencyReport = { workspaces: 0, records: 0, findings: [], away: [] };
    if (workspace_id) {
      const checked = await this.workspace(workspace_id, percent).catch((e: unknown) => unlessLost(e, workspace_id));
      if (checked) this.add(checked, report);
      return report;
    }
    const { workspaces, away } = await this.db.autocommit('', (stores) => stores.workspaces.list());
    const lost = new Set(away);
    for (const { workspace_id: id, node } of workspaces) {
      const checked = await this.workspace(id, percent).catch((error: unknown) => unlessLost(error, id, node));
      if (checked) this.add(checked, report);
      else lost.add(node!);
    }
    report.away = [...lost];
    const isUnread = report.findings.some(({ check }) => check === UNREADABLE);
    // One transaction reads all nodes for that.
    if (lost.size === 0 && !isUnread) report.findings.push(...(await this.elsewhere()));
    const ids = workspaces.map(({ workspace_id: id }) => id);
    if (lost.size === 0) {
      const compared = compareCluster(this.db, ids).catch((error: unknown) => unlessLost(error, null)!.findings);
      report.findings.push(...(await compared));
    }
    return report;
  }

  private add({ records, findings }: Checked, report: ConsistencyReport): void {
    report.workspaces++;
    report.records += records;
    report.findings.push(...findings);
  }

  private workspace(id: string, percent: number): Promise<Checked> {
    return this.db.snapshot(id, async (stores) => {
      const store = stores.consistency(percent);
      await store.takeTime();
      const findings = new Findings(id);
      for (const check of CHECKS) {
        const { count, examples } = await store.run(check);
        findings.addAll(check.check, check.what, examples, count);
      }
      const schema = await stores.schema.load();
      const records = schema ? await this.compareValues({ store, schema }, findings) : 0;
      return { records, findings: findings.list };
    });
  }

  /** Values against the rows beside them, batch by batch. Gives how many records were looked at. */
  private async compareValues(
    { store, schema }: { store: ConsistencyStore; schema: WorkspaceSchema },
    findings: Findings,
  ): Promise<number> {
    const keys = new KeyComparison({ store, schema, since: await store.uniqueSince() }, findings);
    let count = 0;
    let batch = await store.records(FIRST);
    while (batch.length > 0) {
      count += batch.length;
      await keys.take(batch);
      await this.comparePast({ store, schema, batch }, findings);
      batch = await store.records(batch.at(-1)!.record_id);
    }
    await keys.finish();
    return count;
  }

  private async comparePast(
    { store, schema, batch }: { store: ConsistencyStore; schema: WorkspaceSchema; batch: readonly CheckedRecord[] },
    findings: Findings,
  ): Promise<void> {
    const ids = batch.map(({ record_id }) => record_id);
    const history = Map.groupBy(await store.history(ids), ({ record_id }) => record_id);
    const events = Map.groupBy(await store.events(ids), ({ subject_id }) => subject_id);
    for (const record of batch) {
      const object = record.deleted_at ? undefined : schema.find(record.object_id);
      if (!object) continue;
      const past = { history: history.get(record.record_id) ?? [], events: events.get(record.record_id) ?? [] };
      compareHistory(findings, { object, record, ...past });
      compareTargets(findings, { object, record });
      compareLabel(findings, { object, record });
    }
  }

  /** Rows of workspaces that are not there. */
  private async elsewhere(): Promise<Finding[]> {
    const findings = new Findings(null);
    await this.db.transaction('', async (stores) => {
      const store = stores.consistency(100);
      await store.freeze();
      await store.takeTime();
      for (const table of await store.tables()) {
        const { count, examples } = await store.strays(table);
        findings.addAll('orphans', `Rows of ${table} belong to a workspace that is not there`, examples, count);
      }
    });
    return findings.list;
  }
}

/**
 * Nothing where a node is away; what is lost of a database for good is a finding, so that the others are looked at.
 *
 * @throws any other error
 */
function unlessLost(error: unknown, id: string | null, node?: string): Checked | undefined {
  if (node !== undefined && error instanceof DomainError && error.kind === 'unavailable') return undefined;
  const { code = '', message } = error as { code?: string; message: string };
  if (!LOST.has(code)) throw error;
  const findings = new Findings(id);
  findings.add(UNREADABLE, 'What is stored cannot be read to its end', message);
  return { records: 0, findings: findings.list };
}
