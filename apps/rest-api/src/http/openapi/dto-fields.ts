import { getMetadataStorage } from 'class-validator';

type Dto = new () => object;

const names = new WeakMap<Dto, string[]>();

/** The names of the fields that a DTO knows, in their order. */
export function fieldsOf(dto: Dto): string[] {
  const held = names.get(dto);
  if (held) return held;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const made = [...new Set(rules.map(({ propertyName }) => propertyName))];
  names.set(dto, made);
  return made;
}

const maxima = new WeakMap<Dto, Map<string, number>>();

/** The most entries that an array field may have; undefined for what is no array. */
export function mostOf(dto: Dto, field: string): number | undefined {
  const held = maxima.get(dto);
  if (held) return held.get(field);
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const sizes = rules.filter(({ name }) => name === 'arrayMaxSize');
  maxima.set(dto, new Map(sizes.map(({ propertyName, constraints }) => [propertyName, constraints[0] as number])));
  return mostOf(dto, field);
}

/** The words that a field may be, where they are few. */
export function wordsOf(dto: Dto, field: string): string[] | undefined {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  return rules.find(({ name, propertyName }) => name === 'isIn' && propertyName === field)?.constraints[0] as string[];
}

const PART = Symbol('part');

/** Says of a field that it holds another DTO, or several. */
export function holdsPart(of: () => Dto): PropertyDecorator {
  return (target, field) => Reflect.defineMetadata(PART, of, target, field);
}

/** The DTO of which a field holds one or several; undefined for any other field. */
export function partOf(dto: Dto, field: string): Dto | undefined {
  return (Reflect.getMetadata(PART, dto.prototype as object, field) as (() => Dto) | undefined)?.();
}
