import { AttributeEntity } from '../attributes/attribute.entity.js';
import { ChoiceEntity } from '../attributes/choice.entity.js';
import type { EntityClass } from '../db/data-source.js';
import type { Session } from '../db/session.js';
import { UniqueViolation } from '../db/pg-errors.js';
import { TenantTable, type Written } from '../db/tenant-table.js';
import { conflict } from '../errors.js';
import type { Reason } from '../reasons.js';
import { ObjectEntity } from './object.entity.js';
import type { AttributeRow, ChoiceRow, ObjectRow, WorkspaceSchema } from './schema.js';
import { revive, SchemaReader, type LargeTurn } from './schema-reader.js';

const BYTES = {
  name: 'schema-bytes',
  text: `select ((select coalesce(sum(octet_length(o::text)), 0) from object o where o.workspace_id = $1)
    + (select coalesce(sum(octet_length(a::text)), 0) from attribute a where a.workspace_id = $1)
    + (select coalesce(sum(octet_length(c::text)), 0) from choice c where c.workspace_id = $1))::int as bytes`,
};

const ATTRIBUTE = {
  name: 'schema-attribute',
  text: `select row_to_json(a) as attribute,
    (select coalesce(json_agg(c order by c.sort_order, c.choice_id), '[]')
      from choice c
      where c.workspace_id = $1 and c.attribute_id = $2) as choices
    from attribute a where a.workspace_id = $1 and a.attribute_id = $2`,
};

/** Objects, attributes, options and stages of one workspace. Whoever changes them calls `raiseVersion` first. */
export class SchemaStore {
  /** Objects, attributes, options and stages that were inserted through this store. */
  inserted = 0;

  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /**
   * The whole schema, of one moment: one statement reads most. What that read of a larger one is let go while it waits
   * for its turn.
   */
  async load(inTurn: LargeTurn = (read) => read()): Promise<WorkspaceSchema | undefined> {
    const reader = new SchemaReader(this.session, this.workspaceId);
    const small = await reader.small();
    return small === 'large' ? inTurn(() => reader.whole()) : small;
  }

  /** How many bytes the rows of the whole schema are as text. */
  async bytes(): Promise<number> {
    const [row] = await this.session.query<{ bytes: number }>(BYTES, [this.workspaceId]);
    return row!.bytes;
  }

  /** One attribute as it is now, and its options or stages. */
  async findAttribute(attributeId: string): Promise<{ attribute: AttributeRow; choices: ChoiceRow[] } | undefined> {
    const [row] = await this.session.query<{ attribute: AttributeRow; choices: ChoiceRow[] }>(ATTRIBUTE, [
      ...[this.workspaceId, attributeId],
    ]);
    if (!row) return undefined;
    [row.attribute, ...row.choices].forEach(revive);
    return row;
  }

  async version(): Promise<string | undefined> {
    const text = 'select schema_version as version from workspace where workspace_id = $1';
    const [row] = await this.session.query<{ version: string }>({ name: 'schema-version', text }, [this.workspaceId]);
    return row?.version;
  }

  /**
   * First statement of every change: from here on changes of this workspace's schema wait, and every process will read
   * it anew.
   */
  async raiseVersion(): Promise<void> {
    // Waits for writes that were planned with the schema as it is, which an update alone would not.
    await this.session.query({ text: 'select 1 from workspace where workspace_id = $1 for update' }, [
      this.workspaceId,
    ]);
    await this.session.query(
      { text: 'update workspace set schema_version = schema_version + 1 where workspace_id = $1' },
      [this.workspaceId],
    );
  }

  /** Refuses to go on when the schema is no longer the one that was read. */
  async expectVersion(version: string, otherwise: () => Error): Promise<void> {
    const rows = await this.session.query(
      {
        name: 'schema-expect',
        text: 'select 1 from workspace where workspace_id = $1 and schema_version = $2 for key share',
      },
      [this.workspaceId, version],
    );
    if (rows.length === 0) throw otherwise();
  }

  insertObject(object: Written<ObjectEntity>): Promise<void> {
    return this.insert(ObjectEntity, object);
  }

  insertAttribute(attribute: Written<AttributeEntity>): Promise<void> {
    return this.insert(AttributeEntity, attribute);
  }

  insertChoice(choice: Written<ChoiceEntity>): Promise<void> {
    return this.insert(ChoiceEntity, choice);
  }

  async updateObject(object_id: string, changes: Partial<ObjectRow>): Promise<void> {
    await taken(this.table(ObjectEntity).update({ object_id }, changes));
  }

  async updateAttribute(attribute_id: string, changes: Partial<AttributeRow>): Promise<void> {
    await taken(this.table(AttributeEntity).update({ attribute_id }, changes));
  }

  async updateChoice(choice_id: string, changes: Partial<ChoiceRow>): Promise<void> {
    await taken(this.table(ChoiceEntity).update({ choice_id }, changes));
  }

  /** Whether any record holds an option or stage. */
  async isHeld(attributeId: string, choiceId: string): Promise<boolean> {
    const text = 'select 1 from index_ref where workspace_id = $1 and attribute_id = $2 and v = $3 limit 1';
    return (await this.session.query({ text }, [this.workspaceId, attributeId, choiceId])).length === 1;
  }

  async isMember(userId: string): Promise<boolean> {
    const text = 'select 1 from membership where workspace_id = $1 and user_id = $2';
    return (await this.session.query({ text }, [this.workspaceId, userId])).length === 1;
  }

  async deleteChoice(choice_id: string): Promise<void> {
    await this.table(ChoiceEntity).delete({ choice_id });
  }

  async deleteAttribute(attribute_id: string): Promise<void> {
    await this.table(ChoiceEntity).delete({ attribute_id });
    await this.table(AttributeEntity).delete({ attribute_id });
  }

  async deleteObject(object_id: string): Promise<void> {
    await this.table(ChoiceEntity).delete({ object_id });
    await this.table(AttributeEntity).delete({ object_id });
    await this.table(ObjectEntity).delete({ object_id });
  }

  /** The next unused document key of an object. */
  async takeAttrNo(objectId: string): Promise<number> {
    const rows = await this.session.query<{ attr_no: number }>(
      {
        text: `update object
          set next_attr_no = next_attr_no + 1
          where workspace_id = $1 and object_id = $2
          returning next_attr_no - 1 as attr_no`,
      },
      [this.workspaceId, objectId],
    );
    return rows[0]!.attr_no;
  }

  private async insert<Row extends { workspace_id: string }>(
    entity: EntityClass<Row>,
    row: Written<Row>,
  ): Promise<void> {
    await taken(this.table(entity).insert(row));
    this.inserted += 1;
  }

  private table<Row extends { workspace_id: string }>(entity: EntityClass<Row>): TenantTable<Row> {
    return new TenantTable(this.session, entity, this.workspaceId);
  }
}

const TAKEN: Record<string, [Reason, string]> = {
  object_slug: ['slug_taken', 'An object with this slug exists already.'],
  attribute_slug: ['slug_taken', 'An attribute with this slug exists already on this object.'],
  choice_title: ['title_taken', 'An active entry with this title exists already on this attribute.'],
};

async function taken(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const known = error instanceof UniqueViolation && TAKEN[error.constraint];
    throw known ? conflict(...known) : error;
  }
}
