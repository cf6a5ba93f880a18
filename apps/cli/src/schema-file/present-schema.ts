import type { Actor, AttributeWire, Domain, ObjectWire } from '#crm-domain';
import { Failure } from '../failure.js';
import { valueTypeOf } from '../types/schema-reader.js';
import type { AttributeEntry, ChoiceEntry, SchemaFile } from './schema-file.js';

type AutomationEntry = SchemaFile['automations'][string];

interface ChoiceShown {
  id: { option_id?: string; stage_id?: string };
  title: string;
  archived_at: string | null;
  config?: { is_closed: boolean; is_won: boolean; is_lost: boolean };
}

/** The schema of a workspace as a file says it, with the ids that the file leaves out. */
export interface PresentSchema {
  file: SchemaFile;
  /** By `object.attribute/title`. */
  choices: Map<string, string>;
  /** By the names that the file uses. */
  webhooks: Map<string, string>;
  automations: Map<string, string>;
}

/** Reads a schema. Every id becomes the name that it has in the file. @throws Failure where two things have one name */
export async function presentSchema(domain: Domain, actor: Actor): Promise<PresentSchema> {
  const names = new Map<string, string>();
  const choices = new Map<string, string>();
  const objects = await objectsOf(domain, actor, { names, choices });
  const views = Object.fromEntries(
    (await domain.views.list(actor)).flatMap(({ id, slug, title, object, query }) => {
      names.set(id.view_id, slug);
      // Of a deleted object: nothing can be made of it anywhere.
      return object === null ? [] : [[slug, { title, object, query: named(query, names) }]];
    }),
  ) as SchemaFile['views'];
  const hooks = await webhooksOf(domain, actor, names);
  const runs = await automationsOf(domain, actor, names);
  return {
    file: { format: 1, objects, views, webhooks: hooks.entries, automations: runs.entries },
    choices,
    webhooks: hooks.ids,
    automations: runs.ids,
  };
}

type Known = Pick<PresentSchema, 'choices'> & { names: Map<string, string> };

async function objectsOf(domain: Domain, actor: Actor, known: Known): Promise<SchemaFile['objects']> {
  const all = await domain.objects.list(actor);
  const attributes = new Map<ObjectWire, AttributeWire[]>();
  for (const object of all) {
    known.names.set(object.id.object_id, object.slug);
    attributes.set(object, await domain.attributes.list(actor, object.slug));
    for (const { id, slug } of attributes.get(object)!) known.names.set(id.attribute_id, slug);
  }
  const objects: SchemaFile['objects'] = {};
  for (const [object, list] of attributes) {
    const { slug, singular_noun, plural_noun, archived_at } = object;
    objects[slug] = { singular_noun, plural_noun, archived: archived_at !== null, attributes: {} };
    for (const attribute of list)
      objects[slug].attributes[attribute.slug] = await attributeEntry(domain, actor, { slug, attribute, known });
  }
  return objects;
}

async function attributeEntry(
  domain: Domain,
  actor: Actor,
  { slug, attribute, known }: { slug: string; attribute: AttributeWire; known: Known },
): Promise<AttributeEntry> {
  const { title, type, description, is_required, is_unique, default_value, sort_order, relationship } = attribute;
  const valueType = valueTypeOf(attribute);
  const at = { object: slug, attribute: attribute.slug };
  const held = valueType?.choices
    ? await domain.choices.list(actor, { kind: valueType.choices === 'stages' ? 'stage' : 'option', ...at })
    : [];
  const entries = choiceEntries(`${slug}.${attribute.slug}`, held as ChoiceShown[], known);
  const inverse = relationship && {
    object: known.names.get(relationship.id.object_id)!,
    inverse: known.names.get(relationship.id.attribute_id)!,
    cardinality: relationship.cardinality,
  };
  return {
    title,
    type,
    description,
    is_required,
    is_unique,
    sort_order,
    relationship: inverse,
    default_value: known.names.get(default_value ?? '') ?? default_value,
    is_multi_select: attribute.is_multi_select && valueType?.several === 'optional' && relationship === null,
    archived: attribute.archived_at !== null,
    refers_to: relationship
      ? []
      : attribute.config.record_reference.allowed_object_ids.flatMap((id) => known.names.get(id) ?? []),
    options: valueType?.choices === 'options' ? entries : [],
    stages: valueType?.choices === 'stages' ? entries : [],
  };
}

/** Active ones first, so that an archived one of the same title is the one that is left out. */
function choiceEntries(path: string, held: readonly ChoiceShown[], { names, choices }: Known): ChoiceEntry[] {
  const seen = new Set<string>();
  for (const choice of [...held].sort((a, b) => Number(a.archived_at !== null) - Number(b.archived_at !== null))) {
    const key = `${path}/${choice.title}`;
    if (choices.has(key)) continue;
    const id = (choice.id.option_id ?? choice.id.stage_id)!;
    choices.set(key, id);
    names.set(id, choice.title);
    seen.add(id);
  }
  return held
    .filter(({ id }) => seen.has((id.option_id ?? id.stage_id)!))
    .map(({ title, archived_at, config }) => ({
      title,
      archived: archived_at !== null,
      is_closed: config?.is_closed ?? false,
      is_won: config?.is_won ?? false,
      is_lost: config?.is_lost ?? false,
    }));
}

async function webhooksOf(domain: Domain, actor: Actor, names: Map<string, string>) {
  const entries: SchemaFile['webhooks'] = {};
  const ids = new Map<string, string>();
  for (const webhook of await domain.webhooks.list(actor)) {
    const { url, description, kinds, object_id, attribute_ids, view_id, status, id } = webhook;
    const key = description ?? url;
    if (ids.has(key)) throw new Failure(`Two webhooks are called "${key}": give them different descriptions.`);
    ids.set(key, id.webhook_id);
    names.set(id.webhook_id, key);
    const nameOf = (each: string | null) => (each === null ? null : (names.get(each) ?? each));
    const attributes = attribute_ids?.map((each) => nameOf(each)!) ?? null;
    entries[key] = { url, kinds, object: nameOf(object_id), attributes, view: nameOf(view_id), status };
  }
  return { entries, ids };
}

async function automationsOf(domain: Domain, actor: Actor, names: Map<string, string>) {
  const entries: SchemaFile['automations'] = {};
  const ids = new Map<string, string>();
  for (const automation of await domain.automations.list(actor)) {
    const { id, name, kind, object_id, condition, view_id, actions, status } = automation;
    if (ids.has(name)) throw new Failure(`Two automations are called "${name}": give them different names.`);
    ids.set(name, id.automation_id);
    entries[name] = {
      kind,
      status,
      object: names.get(object_id) ?? object_id,
      condition: named(condition, names) as AutomationEntry['condition'],
      view: view_id === null ? null : (names.get(view_id) ?? view_id),
      actions: (named(actions, names) as Record<string, unknown>[]).map(withWebhookName) as AutomationEntry['actions'],
    };
  }
  return { entries, ids };
}

function withWebhookName({ webhook_id, ...action }: Record<string, unknown>): Record<string, unknown> {
  return webhook_id === undefined ? action : { ...action, webhook: webhook_id };
}

/** What leads to other records, as in `deals[partner].stage`: each of its names may be an id. */
const PATH = /^[\w-]+(\[[\w-]+\])?(\.[\w-]+)+$/;
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Ids of this workspace within it replaced by names; ids of records and members stay. */
function named(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? (PATH.test(value) ? namedPath(value, names) : value);
  if (Array.isArray(value)) return value.map((each) => named(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [names.get(key) ?? key, named(each, names)]));
}

function namedPath(path: string, names: ReadonlyMap<string, string>): string {
  return path.replace(ID, (id) => names.get(id.toLowerCase()) ?? id);
}
