import { ShownChanges } from './shown-changes.js';

describe('the changes of a dry run', () => {
  const note = (changes: ShownChanges, id: string, [before, after]: [string, string]) =>
    changes.note({ type: 'view', id, before: { title: before }, after: { title: after } });

  it('keep to their room where a small change becomes a large one', () => {
    const changes = new ShownChanges({} as never, 1000);
    for (const id of ['a', 'b', 'c']) note(changes, id, ['old', 'new']);
    for (const id of ['a', 'b', 'c']) note(changes, id, ['new', 'x'.repeat(400)]);
    expect(JSON.stringify(changes.list).length).toBeLessThan(1000);
    expect([changes.list.length, changes.leftOut]).toEqual([1, 2]);
  });
});
