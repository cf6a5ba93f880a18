import type { Operator } from '../../values/filter.js';
import { ValueRefusal } from '../../values/value-type.js';
import type { Asking } from './asking.js';
import type { Subject } from './condition.js';
import { MAX_OPERANDS } from './filter-cost.js';
import { JUDGES, type Base } from './judges.js';

interface Asked {
  /** None that holds where another one does not. */
  operator: Operator;
  value: unknown;
  asking: Asking | undefined;
}

/**
 * What has to hold of a value of each subject. Where a path leads to several objects, one of them may have an option
 * or an operator that others lack: the operand need not fit all of them. Undefined for those of which no value can be
 * meant.
 *
 * @throws ValueRefusal for an operand, or one of a list, that fits none of them
 */
export function basesOf(subjects: readonly Subject[], { operator, value, asking }: Asked): (Base | undefined)[] {
  const judge = (subject: Subject, operand: unknown) => JUDGES[operator]!(subject, operand, { operator, asking });
  if (subjects.length === 1) return [judge(subjects[0]!, value)];
  const able = subjects.map((each) => each.valueType.filter.operators.includes(operator));
  const operands: unknown[] = operator === 'in' && isList(value) ? value.map((each) => [each]) : [value];
  const fits = subjects.map((subject, at) =>
    operands.map((operand) => (able[at] ? unlessRefused(() => judge(subject, operand)) : undefined)),
  );
  const strange = operands.findIndex((_, at) => fits.every((bases) => bases[at] === undefined));
  // Once more, to be refused with the reason.
  if (strange >= 0) judge(subjects[able.indexOf(true)]!, operands[strange]);
  return fits.map((bases, at) => {
    const known = bases.flatMap((base) => base ?? []);
    return known.length < 2 ? known[0] : (unitedKeys(known) ?? judge(subjects[at]!, inOne(operands, bases)));
  });
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length >= 1 && value.length <= MAX_OPERANDS;
}

function unlessRefused(judge: () => Base): Base | undefined {
  try {
    return judge();
  } catch (refusal) {
    if (refusal instanceof ValueRefusal) return undefined;
    throw refusal;
  }
}

/** Of several values of a list, none of which has to be compared in full: they were read already. */
function unitedKeys(bases: readonly Base[]): Base | undefined {
  const keys = bases.flatMap((base) => (base.kind === 'keys' && base.exact === null ? [base] : []));
  if (keys.length < bases.length) return undefined;
  return { ...keys[0]!, keys: [...new Set(keys.flatMap((each) => each.keys))] };
}

function inOne(operands: readonly unknown[], bases: readonly (Base | undefined)[]): unknown[] {
  return operands.flatMap((operand, at) => (bases[at] ? (operand as unknown[]) : []));
}
