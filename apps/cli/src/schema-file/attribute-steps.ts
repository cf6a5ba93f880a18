import { isDeepStrictEqual } from 'node:util';
import type { AttributeChanges, NewAttribute } from '#crm-domain';
import type { PresentSchema } from './present-schema.js';
import { entryOf, type AttributeEntry, type ChoiceEntry, type SchemaFile } from './schema-file.js';
import { differing, type Comparison, type Step } from './step.js';

/** New attributes and changed ones. Archiving comes later, when nothing uses them any more. */
export function attributeSteps({ present, wanted }: Comparison): Step[] {
  const steps: Step[] = [];
  /** Other sides of relationships, which are made with the first side. */
  const made = new Set<string>();
  for (const [object, { attributes }] of Object.entries(wanted.objects)) {
    for (const [slug, entry] of Object.entries(attributes)) {
      const path = `${object}.${slug}`;
      const held = heldBy(present.file, object, slug);
      if (held) steps.push(...changes(path, held, entry, present));
      else if (!made.has(path)) steps.push(...additions({ object, slug }, entry, { wanted, made }));
    }
  }
  return steps;
}

/** A new object has one attribute from the beginning. */
const FIRST: AttributeEntry = {
  title: 'Name',
  type: 'name',
  description: null,
  is_required: false,
  is_unique: false,
  is_multi_select: false,
  default_value: null,
  sort_order: 0,
  archived: false,
  refers_to: [],
  relationship: null,
  options: [],
  stages: [],
};

function heldBy({ objects }: SchemaFile, object: string, slug: string): AttributeEntry | undefined {
  const held = entryOf(objects, object);
  return held ? entryOf(held.attributes, slug) : slug === 'name' ? FIRST : undefined;
}

/** Whether a slug is what the service makes of a title that is the same text. */
const OF_TITLE = /^[a-z0-9]{1,56}(_[a-z0-9]+)*$/;

function additions(
  { object, slug }: { object: string; slug: string },
  entry: AttributeEntry,
  { wanted, made }: { wanted: SchemaFile; made: Set<string> },
): Step[] {
  const { relationship, options, stages, refers_to, archived: _, is_multi_select, ...plain } = entry;
  const input: NewAttribute = { ...plain, slug };
  if (is_multi_select) input.is_multi_select = true;
  if (options.length > 0) input.options = options.map(delta);
  if (stages.length > 0) input.stages = stages.map(delta);
  if (refers_to.length > 0) input.config = { record_reference: { allowed_object_ids: refers_to } };
  made.add(`${object}.${slug}`);
  const other = relationship && entryOf(entryOf(wanted.objects, relationship.object)?.attributes, relationship.inverse);
  if (relationship && other?.relationship && !OF_TITLE.test(relationship.inverse) && OF_TITLE.test(slug))
    return additions({ object: relationship.object, slug: relationship.inverse }, other, { wanted, made });
  if (relationship) {
    const { object: target_object_id, inverse, cardinality } = relationship;
    // The slug of the other side is made of its title: it gets the slug as its title first.
    input.relationship = { target_object_id, cardinality, inverse_title: inverse };
    made.add(`${relationship.object}.${inverse}`);
    delete input.default_value;
  }
  const create: Step = {
    text: `add the attribute ${object}.${slug} (${entry.type})`,
    object,
    place: placeOf(object, slug),
    run: ({ domain, actor }) => domain.attributes.create(actor, object, input),
  };
  return relationship && other ? [create, otherSide(relationship, other)] : [create];
}

function otherSide({ object, inverse }: NonNullable<AttributeEntry['relationship']>, entry: AttributeEntry): Step {
  const { title, description, sort_order } = entry;
  return {
    text: `add its other side ${object}.${inverse}`,
    object,
    place: placeOf(object, inverse),
    run: ({ domain, actor }) => domain.attributes.update(actor, object, inverse, { title, description, sort_order }),
  };
}

function changes(path: string, held: AttributeEntry, entry: AttributeEntry, present: PresentSchema): Step[] {
  const [object, slug] = path.split('.') as [string, string];
  const { relationship, options, stages, refers_to, archived, ...plain } = differing(held, entry, isDeepStrictEqual);
  const input: AttributeChanges = { ...plain };
  if (refers_to) input.config = { record_reference: { allowed_object_ids: refers_to } };
  if (relationship) {
    const { object: target_object_id, cardinality } = relationship;
    input.relationship = { target_object_id, cardinality };
  }
  if (archived === false) input.archived_at = null;
  if (options) input.options = deltas(path, { held: held.options, wanted: options }, present);
  if (stages) input.stages = deltas(path, { held: held.stages, wanted: stages }, present);
  // What the file leaves out stays: then there may be nothing to do.
  for (const list of ['options', 'stages'] as const) if (input[list]?.length === 0) delete input[list];
  if (Object.keys(input).length === 0) return [];
  const named = Object.keys(input).map((field) => (field === 'archived_at' ? 'archived' : field));
  return [
    {
      text: `change the attribute ${path}: ${named.join(', ')}`,
      object,
      place: placeOf(object, slug),
      run: ({ domain, actor }) => domain.attributes.update(actor, object, slug, input),
    },
  ];
}

function placeOf(object: string, attribute: string): string[] {
  return ['objects', object, 'attributes', attribute];
}

/** Those of the list that are new or differ; all of them where their order does. */
function deltas(
  path: string,
  { held, wanted }: { held: readonly ChoiceEntry[]; wanted: readonly ChoiceEntry[] },
  { choices }: PresentSchema,
) {
  const titles = new Set(wanted.map(({ title }) => title));
  const kept = held.filter(({ title }) => titles.has(title)).map(({ title }) => title);
  const isInOrder = kept.every((title, at) => wanted[at]?.title === title);
  return wanted.flatMap((entry, at) => {
    const id = choices.get(`${path}/${entry.title}`);
    const before = held.find(({ title }) => title === entry.title);
    if (isInOrder && isDeepStrictEqual(before, entry)) return [];
    return [{ ...delta(entry), ...(id && { id }), ...(!isInOrder && { sort_order: at }) }];
  });
}

/** Of an option, `config` is passed over. */
function delta({ title, archived, is_closed, is_won, is_lost }: ChoiceEntry) {
  return { title, archived_at: archived ? new Date().toISOString() : null, config: { is_closed, is_won, is_lost } };
}
