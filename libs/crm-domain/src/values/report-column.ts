/** Where SQL finds texts by ids. The first three are of type jsonb: texts by ids, of this moment. */
export interface ReportNames {
  /** Titles of the attribute's options or stages. */
  choices: string;
  /** Slugs of the workspace's objects. */
  objects: string;
  /** Names of its members. */
  members: string;
  /** The display name of a record, by SQL of its id as text; null of one that is gone or in the trash. */
  label(recordId: string): string;
}

/** A column that reports have of a value. */
export interface ReportColumn {
  /** What its name has behind the attribute's slug; nothing for the value itself. */
  suffix?: string;
  /** The type in Postgres; of an attribute that holds several values, that of each. */
  type: 'text' | 'uuid' | 'numeric' | 'boolean' | 'date' | 'timestamptz';
  /** The value in SQL of type text, of one item of a document in SQL of type jsonb. */
  sql(item: string, names: ReportNames): string;
}

/** The one column of a value that is a bare string, number or boolean in the document. */
export function bareColumn(type: ReportColumn['type']): () => readonly ReportColumn[] {
  return () => [{ type, sql: (item) => `${item} #>> '{}'` }];
}

/** A field of a structured value. */
export function fieldColumn(name: string, more: Partial<Omit<ReportColumn, 'sql'>> = {}): ReportColumn {
  return { type: 'text', ...more, sql: (item) => `nullif(${item} ->> '${name}', '')` };
}

/** Fields of a structured value, each called as it is in the value. */
export function fieldColumns(...names: readonly string[]): ReportColumn[] {
  return names.map((name) => fieldColumn(name, { suffix: name }));
}
