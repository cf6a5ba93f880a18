import { invalid } from '#crm-domain';
import type { Action } from '#crm-domain/events';
import type { ActionDto } from './automation.dto.js';

const NEEDS = {
  set_values: ['values'],
  create_record: ['object', 'values'],
  call_webhook: ['webhook_id'],
} as const;

/** Actions with exactly the fields of their type. @throws DomainError validation */
export function readActions(actions: readonly ActionDto[]): Action[] {
  const issues = actions.flatMap(({ type, ...fields }, at) => {
    const needed: readonly string[] = NEEDS[type];
    const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const missing = needed.filter((name) => !given.includes(name));
    const extra = given.filter((name) => !needed.includes(name));
    return [
      ...missing.map((name) => ({ path: `actions[${at}].${name}`, message: `An action of type ${type} needs this.` })),
      ...extra.map((name) => ({
        path: `actions[${at}].${name}`,
        message: `An action of type ${type} has no such field.`,
        allowed: ['type', ...needed],
      })),
    ];
  });
  if (issues.length > 0) throw invalid(issues);
  return actions.map((action) => ({ ...action }) as Action);
}
