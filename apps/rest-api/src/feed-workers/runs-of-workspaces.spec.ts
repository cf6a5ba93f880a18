import { RunsOfWorkspaces } from './runs-of-workspaces.js';

describe('runs of workspaces', () => {
  const begun = (runs: RunsOfWorkspaces, workspace_id: string, count: number) =>
    Array.from({ length: count }, (_, n) => runs.begin({ workspace_id, id: `${workspace_id}-${n}` })).filter(Boolean)
      .length;

  it('leave room for those of one more, however many others have', () => {
    const runs = new RunsOfWorkspaces(50, 250);
    const counts = ['a', 'b', 'c', 'd'].map((name) => begun(runs, name, 100));
    expect(counts).toEqual([50, 50, 50, 50]);
    expect(begun(runs, 'one more', 1)).toBe(1);
  });

  it('are fewer of each workspace when more workspaces have some', () => {
    const runs = new RunsOfWorkspaces(50, 100);
    expect(['a', 'b', 'c'].map((name) => begun(runs, name, 60))).toEqual([50, 33, 25]);
    const again = Array.from({ length: 50 }, (_, n) => {
      const [id] = runs.end({ workspace_id: 'a', id: `a-${n}` }, true);
      return runs.begin({ workspace_id: 'a', id: id! });
    });
    // Down to the share of each where three have some.
    expect(again.filter(Boolean)).toHaveLength(50 - 25);
  });

  it('begin one of each workspace at least', () => {
    const runs = new RunsOfWorkspaces(50, 2);
    expect(['a', 'b', 'c', 'd'].map((name) => begun(runs, name, 2))).toEqual([1, 1, 1, 1]);
  });
});
