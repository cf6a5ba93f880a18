import type { Session } from '../db/session.js';
import { WorkspaceSchema, type AttributeRow, type ChoiceRow, type ObjectRow } from './schema.js';

/**
 * The version, and of each table so many rows after an id. A piece at a time, others have their turn between two, and
 * nobody holds the text of the whole.
 */
const PIECE = {
  name: 'schema-piece',
  text: `select w.schema_version as version,
    (select coalesce(json_agg(part), '[]')::text from (
      select o.* from object o where o.workspace_id = $1 and o.object_id > $2 order by o.object_id limit $5
    ) part) as objects,
    (select coalesce(json_agg(part), '[]')::text from (
      select a.* from attribute a where a.workspace_id = $1 and a.attribute_id > $3 order by a.attribute_id limit $5
    ) part) as attributes,
    (select coalesce(json_agg(part), '[]')::text from (
      select c.* from choice c where c.workspace_id = $1 and c.choice_id > $4 order by c.choice_id limit $5
    ) part) as choices
    from workspace w where w.workspace_id = $1`,
};

/** Rows of each table that one statement reads: those of nearly every workspace. */
const MOST = 500;
/** How often a schema is read in pieces that changes between two of them; then by one statement. */
const ATTEMPTS = 3;
/** More than any workspace has, also one from before there was a maximum. */
const ALL = 2_147_483_647;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Characters of one piece from which on the schema is a large one. */
const LARGE_TEXT = 512 * 1024;

/** How whoever loads has the reading of a large schema wait for its turn. */
export type LargeTurn = (read: () => Promise<WorkspaceSchema | undefined>) => Promise<WorkspaceSchema | undefined>;

interface Piece {
  version: string;
  objects: string;
  attributes: string;
  choices: string;
}

/** The ids after which the next piece begins. */
interface Place {
  object: string;
  attribute: string;
  choice: string;
}

const START: Place = { object: FIRST_ID, attribute: FIRST_ID, choice: FIRST_ID };

/** Reads the schema of one workspace. */
export class SchemaReader {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** The schema where a short piece is all of it; undefined where there is no workspace. */
  async small(): Promise<WorkspaceSchema | 'large' | undefined> {
    const rows = new ReadRows(MOST);
    const piece = await this.piece(START, MOST);
    if (!piece) return undefined;
    if (piece.objects.length + piece.attributes.length + piece.choices.length > LARGE_TEXT) return 'large';
    return rows.add(piece) ? 'large' : rows.schema(this.workspaceId, piece.version);
  }

  /** The schema as of one moment, whatever its length. */
  async whole(): Promise<WorkspaceSchema | undefined> {
    for (let attempt = 1; ; attempt++) {
      const read = await this.inPieces(attempt <= ATTEMPTS ? MOST : ALL);
      if (read !== 'changed') return read;
    }
  }

  /** A piece that has the version of the first is of the same moment: every change raises it. */
  private async inPieces(most: number): Promise<WorkspaceSchema | 'changed' | undefined> {
    const rows = new ReadRows(most);
    let version: string | undefined;
    for (let next: Place | undefined = START; next;) {
      const piece: Piece | undefined = await this.piece(next, most);
      if (!piece) return undefined;
      version ??= piece.version;
      if (piece.version !== version) return 'changed';
      next = rows.add(piece);
    }
    return rows.schema(this.workspaceId, version!);
  }

  private async piece({ object, attribute, choice }: Place, most: number): Promise<Piece | undefined> {
    const [piece] = await this.session.query<Piece>(PIECE, [this.workspaceId, object, attribute, choice, most]);
    return piece;
  }
}

/** Rows of pieces. The same id is the same string in all of them: every one would be kept for as long as the schema. */
class ReadRows {
  private readonly objects: ObjectRow[] = [];
  private readonly attributes: AttributeRow[] = [];
  private readonly choices: ChoiceRow[] = [];
  private readonly ids = new Map<string, string>();

  constructor(private readonly most: number) {}

  /** @returns where the next piece begins; undefined after the last */
  add(piece: Piece): Place | undefined {
    const objects = this.parsed<ObjectRow>(piece.objects);
    const attributes = this.parsed<AttributeRow>(piece.attributes);
    const choices = this.parsed<ChoiceRow>(piece.choices);
    for (const row of objects) this.objects.push(row);
    for (const row of attributes) this.attributes.push(row);
    for (const row of choices) this.choices.push(row);
    if (![objects, attributes, choices].some(({ length }) => length === this.most)) return undefined;
    const after = <Row>(rows: Row[], id: (row: Row) => string) =>
      rows.length === this.most ? id(rows.at(-1)!) : LAST_ID;
    return {
      object: after(objects, ({ object_id }) => object_id),
      attribute: after(attributes, ({ attribute_id }) => attribute_id),
      choice: after(choices, ({ choice_id }) => choice_id),
    };
  }

  schema(workspaceId: string, version: string): Promise<WorkspaceSchema> {
    const { objects, attributes, choices } = this;
    objects.sort((a, b) => Number(a.created_at) - Number(b.created_at) || byText(a.object_id, b.object_id));
    attributes.sort((a, b) => a.sort_order - b.sort_order || a.attr_no - b.attr_no);
    choices.sort((a, b) => a.sort_order - b.sort_order || byText(a.choice_id, b.choice_id));
    return WorkspaceSchema.inSlices(workspaceId, version, { objects, attributes, choices });
  }

  private parsed<Row extends ObjectRow | AttributeRow | ChoiceRow>(text: string): Row[] {
    const rows = JSON.parse(text) as (Row & { workspace_id?: string; attribute_id?: string })[];
    for (const row of rows) {
      revive(row);
      if (row.workspace_id) row.workspace_id = this.same(row.workspace_id);
      if (row.attribute_id) row.attribute_id = this.same(row.attribute_id);
      row.object_id = this.same(row.object_id);
    }
    return rows;
  }

  private same(id: string): string {
    const known = this.ids.get(id);
    if (known === undefined) this.ids.set(id, id);
    return known ?? id;
  }
}

/** Makes dates of a row's texts. */
export function revive(row: { created_at?: Date; archived_at: Date | null }): void {
  if (row.created_at) row.created_at = new Date(row.created_at);
  if (row.archived_at) row.archived_at = new Date(row.archived_at);
}

/** As Postgres compares ids. */
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
