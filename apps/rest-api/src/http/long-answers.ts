/** An answer that lasts long, such as a stream of events or a download. */
export interface LongAnswer {
  readonly workspaceId: string;
}

/** The long answers of this process, by their workspaces. */
export class LongAnswers<Answer extends LongAnswer> {
  private readonly answers = new Map<string, Set<Answer>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(answer: Answer): void {
    const own = this.answers.get(answer.workspaceId) ?? new Set();
    this.answers.set(answer.workspaceId, own.add(answer));
    this.count++;
  }

  delete(answer: Answer): void {
    const own = this.answers.get(answer.workspaceId);
    if (!own?.delete(answer)) return;
    this.count--;
    if (own.size === 0) this.answers.delete(answer.workspaceId);
  }

  has(answer: Answer): boolean {
    return this.of(answer.workspaceId).has(answer);
  }

  /** Those of a workspace, in the order in which they were added, or moved to the end. */
  of(workspaceId: string): ReadonlySet<Answer> {
    return this.answers.get(workspaceId) ?? new Set();
  }

  /** Has an answer come after the others of its workspace. */
  toTheEnd(answer: Answer): void {
    const own = this.answers.get(answer.workspaceId);
    if (own?.delete(answer)) own.add(answer);
  }

  /** Workspaces that have some. */
  workspaces(): string[] {
    return [...this.answers.keys()];
  }

  /** All, as they are now. */
  all(): Answer[] {
    return [...this.answers.values()].flatMap((own) => [...own]);
  }

  /**
   * Which one has to end for one more of a workspace where there is no more room: the last one of the workspace that has
   * most. A few workspaces keep no other out by holding all there are, then. Undefined where this workspace would have
   * no less than that one.
   */
  inFavourOf(workspaceId: string): Answer | undefined {
    let most: ReadonlySet<Answer> = new Set();
    for (const own of this.answers.values()) if (own.size > most.size) most = own;
    return most.size > this.of(workspaceId).size + 1 ? [...most].at(-1) : undefined;
  }
}
