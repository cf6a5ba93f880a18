import { createHash } from 'node:crypto';
import type { AuditNote } from '../audit/audit.js';
import type { Certificate, Counts } from './erasure.js';
import type { PersonErasureEntity } from './person-erasure.entity.js';

/** What was done, with a digest by which a copy of it can be compared with the audit log. */
export function certificateOf(row: PersonErasureEntity, finishedAt: Date): Certificate {
  const { erasure_id, workspace_id, created_at, requested_by, progress, subject } = row;
  const { erased, scanned } = progress;
  const certificate = {
    erasure_id,
    workspace_id,
    requested_at: created_at.toISOString(),
    requested_by,
    finished_at: finishedAt.toISOString(),
    records: subject!.records.length,
    shared_addresses: subject!.shared,
    erased,
    scan: scanned,
  };
  return { ...certificate, digest: createHash('sha256').update(JSON.stringify(certificate)).digest('hex') };
}

/** The same for the audit log. */
export function noteOf({ erasure_id, requested_by }: PersonErasureEntity, certificate: Certificate): AuditNote {
  const { records, shared_addresses, erased, scan, digest } = certificate;
  return {
    action: 'person.erased',
    by: requested_by,
    subject: { type: 'person', id: erasure_id },
    details: {
      digest,
      records,
      shared_addresses,
      erased: listed(erased),
      scanned_tables: scan.tables,
      scanned_rows: scan.rows,
      found: listed(scan.found),
      names: listed(scan.names),
    },
  };
}

const listed = (counts: Counts) => Object.entries(counts).map(([table, rows]) => `${table}: ${rows}`);
