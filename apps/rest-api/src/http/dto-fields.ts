import { getMetadataStorage } from 'class-validator';

/** The names of the fields that a DTO knows, in their order. */
export function fieldsOf(dto: new () => object): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}
