import { AUDIT_ACTIONS } from '#crm-domain/people';
import { maybeText, object, text, time, uuid } from './json-schema.js';

/** The audit log. */
export const AUDIT: Record<string, object> = {
  AuditEntry: object({
    entry: { type: 'integer', minimum: 1, description: 'Its number in the log of the workspace, without gaps.' },
    occurred_at: time,
    action: { type: 'string', enum: [...AUDIT_ACTIONS] },
    actor: object({
      type: { type: 'string', enum: ['user', 'api-key', 'operator', 'identity-provider'] },
      id: { type: ['string', 'null'], format: 'uuid', description: 'Of a user or an API key; null of the others.' },
      name: maybeText,
    }),
    through: { type: 'string', enum: ['console', 'cli', 'webhook', 'rest-api', 'mcp'] },
    subject: object({
      type: {
        type: 'string',
        enum: ['account', 'api-key', 'connection', 'draft', 'export', 'person', 'user', 'workspace'],
      },
      id: uuid,
      name: { ...maybeText, description: 'Of a user.' },
    }),
    details: { type: 'object', additionalProperties: true, description: 'What was set, by the names of the fields.' },
    digest: { ...text, pattern: '^[0-9a-f]{64}$' },
  }),
};

/** The same as an example. */
export const AUDIT_EXAMPLE = {
  entry: 12,
  occurred_at: '2026-11-23T09:15:02.118Z',
  action: 'api_key.created',
  actor: { type: 'user', id: '0197c2a0-0000-7000-8000-000000000001', name: 'Robin Example' },
  through: 'console',
  subject: { type: 'api-key', id: '0197c2a0-0000-7000-8000-000000000004', name: null },
  details: { name: 'Website forms', capabilities: ['read:data'], expires_at: null },
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
