import { setImmediate } from 'node:timers/promises';
import { newId } from '#platform';
import type { AutomationEntity } from '../automations/automation.entity.js';
import type { EventRow } from '../events/event.js';
import { WorkspaceSchema, type AttributeRow, type ObjectRow } from '../objects/schema.js';
import type { ViewMembers } from '../views/view-members.js';
import { DueAutomations } from './due-automations.js';

const at = { object_id: newId(), attribute_id: newId() };
const schema = new WorkspaceSchema(newId(), '1', {
  objects: [{ object_id: at.object_id, slug: 'things' } as ObjectRow],
  attributes: [{ ...at, slug: 'title', type: 'text', attr_no: 1, config: {} } as AttributeRow],
  choices: [],
});
const event = { kind: 'record.created', object_id: at.object_id, subject_id: newId(), data: {} } as unknown as EventRow;
const noViews = {} as ViewMembers;

let read: number;
beforeEach(() => (read = 0));

/** An automation for things with a title, whose condition counts how often it is read. */
const automation = (name: string, title: string): AutomationEntity =>
  Object.defineProperty({ name, kind: 'record.created', object_id: at.object_id, view_id: null }, 'condition', {
    get: () => (read++, [{ attribute: 'title', operator: 'eq', value: title }]),
  }) as unknown as AutomationEntity;

describe('which automations events would set off', () => {
  it('is told with each condition read once, however many events there are', async () => {
    const due = new DueAutomations(schema, [automation('A', 'a'), automation('B', 'b')]);
    for (let time = 0; time < 50; time++) await due.event(event, { 1: time === 49 ? 'b' : 'c' });
    expect([due.names, await due.askViews(noViews), read]).toEqual([['B'], 0, 2]);
  });

  it('is told while others have their turn', async () => {
    const due = new DueAutomations(
      schema,
      Array.from({ length: 100 }, (_, n) => automation(`A${n}`, 'a')),
      60_000,
    );
    let turns = 0;
    let isOver = false;
    const judging = (async () => {
      for (let time = 0; time < 500; time++) await due.event(event, { 1: 'я'.repeat(1000) });
      isOver = true;
    })();
    for (; !isOver; turns++) await setImmediate();
    await judging;
    expect(turns).toBeGreaterThan(2);
  });

  it('is left open of those that there is no time for, unless they are due anyhow', async () => {
    const due = new DueAutomations(schema, [automation('A', 'a'), automation('B', 'b')], Number.MIN_VALUE);
    await due.event(event, { 1: 'a' });
    await due.event(event, { 1: 'b' });
    expect([due.names, await due.askViews(noViews)]).toEqual([['A'], 1]);
  });
});
