import { newId } from '#platform';
import type { EventRow } from '../events/event.js';
import { eventWire } from '../events/event-wire.js';
import { parseOperand } from '../records/query/operand.js';
import { WorkspaceSchema, type AttributeRow, type ChoiceRow, type ObjectRow } from './schema.js';

const OPTIONS = 500;
const ASKED = 50;

describe('an attribute with 500 archived options', () => {
  const at = { object_id: newId(), attribute_id: newId() };
  const options = Array.from({ length: OPTIONS }, (_, n) => {
    const choice = { ...at, choice_id: newId(), title: `Option ${n}`, sort_order: n, config: null };
    return { ...choice, archived_at: new Date() } as ChoiceRow;
  });

  function schemaOf() {
    const schema = new WorkspaceSchema(newId(), '1', {
      objects: [{ object_id: at.object_id, slug: 'things' } as ObjectRow],
      attributes: [{ ...at, slug: 'color', type: 'select', attr_no: 1, config: {} } as AttributeRow],
      choices: options,
    });
    return { schema, attribute: schema.find('things')!.find('color')! };
  }

  /** Counts how often a field of any of the options is read. */
  function count(choices: readonly object[], field: 'title' | 'wire'): { reads: number } {
    const counted = { reads: 0 };
    for (const choice of choices as { title: string; wire: object }[]) {
      const value = choice[field];
      Object.defineProperty(choice, field, { enumerable: true, get: () => (counted.reads++, value) });
    }
    return counted;
  }

  it('has them indexed once for all changes that name deleted ones', () => {
    const { schema, attribute } = schemaOf();
    const titles = count(attribute.context.choices, 'title');
    const gone = newId();
    const [first] = options;
    const change = {
      attribute_id: at.attribute_id,
      slug: 'color',
      type: 'select',
      before: [first!.choice_id],
      after: [gone],
      titles: { [first!.choice_id]: 'Former title', [gone]: 'Gone' },
    };
    const row = {
      event_id: newId(),
      kind: 'record.updated',
      occurred_at: new Date(),
      object_id: at.object_id,
      data: { changes: Array.from({ length: ASKED }, () => change) },
    } as unknown as EventRow;
    const { changes } = eventWire(schema, row, {});
    expect(changes).toHaveLength(ASKED);
    for (const { before, after } of changes!) {
      expect(before).toMatchObject([{ option: { title: 'Option 0' } }]);
      expect(after).toEqual([{ option: { id: gone, title: 'Gone' } }]);
    }
    // The one that is there is read again with each change.
    expect(titles.reads).toBe(OPTIONS + ASKED);
  });

  it('has them copied once for all operands that name archived ones', () => {
    const { attribute } = schemaOf();
    const copied = count(attribute.context.choices, 'wire');
    const asked = options.slice(0, ASKED);
    expect(asked.map(({ title }) => parseOperand(attribute, title))).toEqual(asked.map((each) => each.choice_id));
    expect(copied.reads).toBe(OPTIONS);
  });
});
