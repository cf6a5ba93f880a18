/** What is wrong in one way in one workspace. */
export interface Finding {
  /** What was looked at, in one or two words. */
  check: string;
  /** Null for rows that belong to no workspace that is there. */
  workspace_id: string | null;
  /** What is wrong, as the beginning of a sentence. */
  what: string;
  count: number;
  /** The first few of them, by their ids. */
  examples: string[];
}

/** What was compared, and what did not agree. */
export interface ConsistencyReport {
  workspaces: number;
  /** Records whose values were compared with the rows beside them. */
  records: number;
  findings: Finding[];
  /** Nodes of which some workspaces could not be looked at, nor rows of no workspace anywhere. */
  away: string[];
}

/** The check of a workspace whose rows cannot be read to their end. */
export const UNREADABLE = 'unreadable';

const MAX_EXAMPLES = 5;

/** Gathers what is found in one workspace; the same trouble of many rows is one finding. */
export class Findings {
  private readonly byKind = new Map<string, Finding>();

  constructor(private readonly workspaceId: string | null) {}

  get list(): Finding[] {
    return [...this.byKind.values()];
  }

  add(check: string, what: string, example: string, count = 1): void {
    const known = this.byKind.get(`${check}|${what}`);
    if (!known) {
      this.byKind.set(`${check}|${what}`, { check, workspace_id: this.workspaceId, what, count, examples: [example] });
      return;
    }
    known.count += count;
    if (known.examples.length < MAX_EXAMPLES) known.examples.push(example);
  }

  addAll(check: string, what: string, examples: readonly string[], count: number): void {
    if (count > 0)
      this.byKind.set(`${check}|${what}`, {
        check,
        workspace_id: this.workspaceId,
        what,
        count,
        examples: [...examples],
      });
  }
}
