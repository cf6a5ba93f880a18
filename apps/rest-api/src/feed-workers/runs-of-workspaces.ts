import type { Consumer } from '#crm-domain/events';

interface Workspace {
  underWay: number;
  /** Ids of those that were put aside, in the order in which they came. */
  aside: Set<string>;
}

/**
 * Bounds how many runs of one workspace are under way in this process. A run beyond that is put aside: only its id is
 * kept, and given back when another run of the workspace has ended. Where many workspaces have runs, each may have fewer,
 * so that together they leave room for one more.
 */
export class RunsOfWorkspaces {
  private readonly workspaces = new Map<string, Workspace>();

  /**
   * @param most runs of one workspace under way
   * @param all runs of all workspaces under way that there should be
   */
  constructor(
    private readonly most: number,
    private readonly all: number,
  ) {}

  /** Counts a run. Gives false where it may not begin now: then it was put aside. */
  begin({ workspace_id, id }: Consumer): boolean {
    const workspace = this.workspaces.get(workspace_id) ?? { underWay: 0, aside: new Set() };
    this.workspaces.set(workspace_id, workspace);
    const share = Math.floor(this.all / (this.workspaces.size + 1));
    if (workspace.underWay >= Math.max(1, Math.min(this.most, share))) {
      workspace.aside.add(id);
      return false;
    }
    workspace.aside.delete(id);
    workspace.underWay++;
    return true;
  }

  /**
   * Ends a run that has begun. Gives the ids of those to send again: the one that has waited longest, or all where no
   * other run is under way whose end would give them back.
   * @param hasMore whether this run is to be sent again too, after those that wait
   */
  end({ workspace_id, id }: Consumer, hasMore: boolean): string[] {
    const workspace = this.workspaces.get(workspace_id)!;
    if (hasMore) workspace.aside.add(id);
    workspace.underWay--;
    const ids = [...workspace.aside].slice(0, workspace.underWay === 0 ? undefined : 1);
    for (const each of ids) workspace.aside.delete(each);
    if (workspace.underWay === 0) this.workspaces.delete(workspace_id);
    return ids;
  }
}
