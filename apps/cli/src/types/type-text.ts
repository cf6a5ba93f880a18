import { valueTypeOf, type DescribedAttribute, type DescribedObject } from './schema-reader.js';

const HEAD = `// Written by \`crm types\` from the schema of a workspace. Write it again when that has changed.
// For crm-service-client: createCrm<Workspace>({ url, key }).
`;

/** The schema of a workspace as TypeScript, for `createCrm<Workspace>` of the typed client. It imports nothing. */
export function typeText(objects: readonly DescribedObject[]): string {
  return `${HEAD}\nexport type Workspace = {\n${objects.map(objectText).join('')}};\n`;
}

function objectText({ slug, plural_noun, attributes }: DescribedObject): string {
  return `${comment(plural_noun, 2)}  ${key(slug)}: {\n${attributes.map(attributeText).join('')}  };\n`;
}

function attributeText(attribute: DescribedAttribute): string {
  const { title, description } = attribute;
  const about = description ? `${title}: ${description}` : title;
  return `${comment(about, 4)}    ${key(attribute.slug)}: { ${membersOf(attribute).join('; ')} };\n`;
}

function membersOf(attribute: DescribedAttribute): string[] {
  const members = [`type: ${JSON.stringify(attribute.type)}`];
  if (holdsSeveral(attribute)) members.push('several: true');
  // A new record gets the default where nothing is given.
  if (attribute.is_required && attribute.default_value === null) members.push('required: true');
  if (attribute.is_unique) members.push('unique: true');
  const titles = new Set(attribute.choices?.filter((choice) => !choice.archived_at).map((choice) => choice.title));
  if (titles.size > 0) members.push(`titles: ${[...titles].map((title) => JSON.stringify(title)).join(' | ')}`);
  return members;
}

function holdsSeveral(attribute: DescribedAttribute): boolean {
  const several = valueTypeOf(attribute)?.several;
  return several === 'always' || (several === 'optional' && attribute.is_multi_select);
}

/** Members choose titles and descriptions: they stay within the comment. */
function comment(text: string, indent: number): string {
  const line = text.replaceAll('*/', '* /').replace(/\s+/g, ' ').trim();
  return `${' '.repeat(indent)}/** ${line} */\n`;
}

function key(slug: string): string {
  return /^[a-z_]\w*$/.test(slug) ? slug : JSON.stringify(slug);
}
