/** Of a name in Postgres; what is longer would be cut without a word. */
const MAX_BYTES = 63;

/** Names that need no quotes in SQL, each given once. */
export class PlainNames {
  private readonly taken: Set<string>;

  constructor(reserved: readonly string[] = []) {
    this.taken = new Set(reserved);
  }

  /** The name of a slug, and of a part of it; with a number behind it where that is taken. */
  take(slug: string, part?: string): string {
    const plain = slug.toLowerCase().replace(/[^a-z0-9_]/g, '_');
    for (let n = 1; ; n++) {
      const end = `${part === undefined ? '' : `_${part}`}${n === 1 ? '' : `_${n}`}`;
      const name = plain.slice(0, MAX_BYTES - end.length) + end;
      if (this.taken.has(name)) continue;
      this.taken.add(name);
      return name;
    }
  }
}
