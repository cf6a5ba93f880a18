import { createHash } from 'node:crypto';
import { OPERATOR } from '../audit/audit.js';
import type { Rule } from './redact-row.js';
import { redacted } from './redact-row.js';
import { Redactor } from './traces.js';

/**
 * Entries hold no names of people, but those of keys and clients, which somebody may have chosen after a person. The
 * digest of such an entry stays, so that the chain holds; an entry that follows vouches for its new text.
 */
export const eraseAuditEntry: Rule = async ({ stores, subject, erasure_id }, table, { key }) => {
  const held = await stores.persons.texts(table, key, true);
  if (!held) return false;
  const { entry } = held as { entry: string };
  const text = JSON.stringify(await new Redactor(subject.traces).json(JSON.parse(entry)));
  if (Object.keys(await redacted(table, held, new Redactor(subject.traces))).length === 0) return false;
  await stores.persons.write(table, key, { entry: text });
  const sha256 = createHash('sha256').update(text).digest('hex');
  await stores.audit.append({
    action: 'audit.redacted',
    by: OPERATOR,
    subject: { type: 'person', id: erasure_id },
    details: { entry: Number(key[0]), sha256 },
  });
  return true;
};
