import { packedId } from '#platform';
import { Slices } from '../db/slices.js';
import type { ValueContext, ValueType } from '../values/value-type.js';
import { valueType } from '../values/registry.js';
import type { AttributeEntity } from '../attributes/attribute.entity.js';
import type { ChoiceEntity } from '../attributes/choice.entity.js';
import type { ObjectEntity } from './object.entity.js';
import { asChoice } from './choice-wire.js';
import { bytesOfAttribute, bytesOfObject } from './schema-bytes.js';

export { choiceWire, stageFlags } from './choice-wire.js';

/** What a workspace's schema holds, without the workspace. */
export type ObjectRow = Omit<ObjectEntity, 'workspace_id' | 'next_attr_no'>;
export type AttributeRow = Omit<AttributeEntity, 'workspace_id'>;
export type ChoiceRow = Omit<ChoiceEntity, 'workspace_id'>;

export type Cardinality = NonNullable<AttributeEntity['cardinality']>;
export type StageConfig = NonNullable<ChoiceEntity['config']>;

/** An attribute with all that is needed to judge and show its values. */
export interface Attribute extends AttributeRow {
  packed_id: string;
  valueType: ValueType;
  context: ValueContext;
  choices: readonly ChoiceRow[];
  /** May it hold several values? */
  several: boolean;
}

/** Up to here all attributes are looked at faster than some of them are put in order. */
const FEW = 64;

/** The order in which the attributes of an object are loaded. */
const inOrder = (one: Attribute, other: Attribute) => one.sort_order - other.sort_order || one.attr_no - other.attr_no;

/** One object with its attributes, as of one schema version. */
export class ObjectSchema {
  private readonly byKey = new Map<string, Attribute>();
  readonly byNo = new Map<number, Attribute>();
  /** Those whose values lead to other records. */
  readonly references: readonly Attribute[];

  constructor(
    readonly row: ObjectRow,
    readonly attributes: readonly Attribute[],
  ) {
    this.references = attributes.filter(({ valueType }) => valueType.target);
    for (const attribute of attributes) {
      this.byKey.set(attribute.slug, attribute);
      this.byKey.set(attribute.attribute_id, attribute);
      this.byNo.set(attribute.attr_no, attribute);
    }
  }

  /** Attribute by slug or UUID. */
  find(slugOrId: string): Attribute | undefined {
    return this.byKey.get(slugOrId) ?? this.byKey.get(slugOrId.toLowerCase());
  }

  get epithet(): Attribute | undefined {
    return this.byKey.get(this.row.epithet_attribute_id);
  }

  /**
   * Those with these numbers, in the order of all. A record may hold one value of an object of thousands of attributes,
   * and a page has a hundred such records: the others are not looked at.
   */
  numbered(numbers: Iterable<string | number>): readonly Attribute[] {
    const some = new Set<Attribute>();
    for (const number of numbers) {
      const attribute = this.byNo.get(Number(number));
      if (attribute) some.add(attribute);
    }
    return this.ordered(some);
  }

  /** Some of them, in the order of all. */
  ordered(some: ReadonlySet<Attribute>): readonly Attribute[] {
    return this.attributes.length <= FEW
      ? this.attributes.filter((attribute) => some.has(attribute))
      : [...some].filter((attribute) => this.byNo.get(attribute.attr_no) === attribute).sort(inOrder);
  }
}

/**
 * Objects, attributes, options and stages of one workspace, archived ones included. A schema is read whole, by a
 * process that serves every workspace: a larger one would hold up the requests of all others.
 */
export const MAX_SCHEMA_ENTRIES = 10_000;
/** Bytes of their rows as text. */
export const MAX_SCHEMA_BYTES = 6 * 1024 * 1024;

/** Objects that the paths of one request may lead to. */
export const MAX_LED_TO = 100;
/** One more, to be refused. */
const MAX_TARGETS = MAX_LED_TO + 1;

/** What a schema is made of, in the order in which it is shown. */
interface SchemaRows {
  objects: readonly ObjectRow[];
  attributes: readonly AttributeRow[];
  choices: readonly ChoiceRow[];
}

const NONE: readonly never[] = [];

/** All objects of a workspace as of one `schema_version`. Immutable; shared by concurrent requests. */
export class WorkspaceSchema {
  private readonly byKey = new Map<string, ObjectSchema>();
  /** Made when it is first needed. */
  private byAttribute?: Map<string, ObjectSchema[]>;
  private readonly made: ObjectSchema[] = [];
  private entries = 0;
  private held = 0;
  /** The same functions for all attributes: a schema may have thousands. */
  private readonly lookUp = {
    findObjectId: (slugOrId: string) => this.find(slugOrId)?.row.object_id,
    objectSlug: (objectId: string) => this.find(objectId)?.row.slug,
  };

  constructor(
    readonly workspace_id: string,
    readonly version: string,
    rows: SchemaRows,
  ) {
    const steps = this.build(rows);
    while (!steps.next().done);
  }

  /** The same, while others have their turn. */
  static async inSlices(workspaceId: string, version: string, rows: SchemaRows): Promise<WorkspaceSchema> {
    const schema = new WorkspaceSchema(workspaceId, version, { objects: [], attributes: [], choices: [] });
    await new Slices().all(schema.build(rows));
    return schema;
  }

  get objects(): readonly ObjectSchema[] {
    return this.made;
  }

  /** Objects, attributes, options and stages together, archived ones included. */
  get size(): number {
    return this.entries;
  }

  /** What it takes of this process's memory at most, about. */
  get bytes(): number {
    return this.held;
  }

  private *build({ objects, attributes, choices }: SchemaRows): Generator<void, void> {
    this.entries = objects.length + attributes.length + choices.length;
    const choicesOf = groupBy(choices, (choice) => choice.attribute_id);
    yield;
    const attributesOf = groupBy(attributes, (attribute) => attribute.object_id);
    yield;
    for (const row of objects) {
      const own: Attribute[] = [];
      for (const each of attributesOf.get(row.object_id) ?? []) {
        own.push(this.complete(each, choicesOf.get(each.attribute_id) ?? NONE));
        this.held += bytesOfAttribute(each, choicesOf.get(each.attribute_id) ?? NONE);
        yield;
      }
      const object = new ObjectSchema(row, own);
      this.held += bytesOfObject(row);
      this.made.push(object);
      this.byKey.set(row.slug, object);
      this.byKey.set(row.object_id, object);
      yield;
    }
  }

  /** Object by slug or UUID. */
  find(slugOrId: string): ObjectSchema | undefined {
    return this.byKey.get(slugOrId) ?? this.byKey.get(slugOrId.toLowerCase());
  }

  /**
   * The objects that an attribute may refer to, or those of them with an attribute of that slug or id; none where it is
   * no reference. Of a reference to any object so many at most: a workspace may have thousands, and a request may name
   * hundreds of paths.
   */
  targetsOf({ valueType: type, context }: Attribute, having?: string): readonly ObjectSchema[] {
    if (!type.target) return [];
    const { allowedObjectIds: ids } = context;
    if (ids.length === 0) return (having === undefined ? this.objects : this.having(having)).slice(0, MAX_TARGETS);
    const targets = ids.flatMap((id) => this.find(id) ?? []);
    return having === undefined ? targets : targets.filter((target) => target.find(having));
  }

  private having(slugOrId: string): readonly ObjectSchema[] {
    this.byAttribute ??= this.objectsByAttribute();
    return this.byAttribute.get(slugOrId) ?? this.byAttribute.get(slugOrId.toLowerCase()) ?? [];
  }

  private objectsByAttribute(): Map<string, ObjectSchema[]> {
    const found = new Map<string, ObjectSchema[]>();
    for (const object of this.objects)
      for (const { slug, attribute_id } of object.attributes)
        for (const key of [slug, attribute_id]) {
          const objects = found.get(key);
          if (!objects) found.set(key, [object]);
          else objects.push(object);
        }
    return found;
  }

  /** An attribute of one of these objects, with its options or stages, as its rows may be now. */
  complete(row: AttributeRow, choices: readonly ChoiceRow[]): Attribute {
    const context: ValueContext = {
      choices: choices.length === 0 ? NONE : choices.map((choice) => asChoice(this.workspace_id, choice)),
      allowedObjectIds: row.inverse_object_id ? [row.inverse_object_id] : (row.config.allowed_object_ids ?? NONE),
      ...this.lookUp,
    };
    const type = valueType(row.type);
    const several = type.several === 'always' || (type.several === 'optional' && row.is_multi_select);
    return {
      ...row,
      type: type.type,
      packed_id: packedId(row.attribute_id),
      valueType: type,
      context,
      choices,
      several,
    };
  }
}

function groupBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
