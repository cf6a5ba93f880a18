import { EVENT_ID, parseEvents, type Event } from 'js-yaml';

type Key = string | number;

/** Keys that need no quotes within a path. */
const PLAIN = /^[\w-]+$/;

/** A place in a file that is YAML, for people: `objects.projects.attributes.size (line 12)`. */
export function placeOf(text: string, path: readonly PropertyKey[], { maxDepth }: { maxDepth: number }): string {
  const keys = path.map((key) => (typeof key === 'number' ? key : String(key)));
  const start = startOf(parseEvents(text, { maxDepth }), { text, keys });
  return `${keys.reduce<string>(joined, '') || 'The file'} (line ${text.slice(0, start).split('\n').length})`;
}

function joined(path: string, key: Key): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!PLAIN.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path ? `${path}.${key}` : key;
}

/** Where the last of these keys begins, or the nearest around it that is there. */
function startOf(events: readonly Event[], { text, keys }: { text: string; keys: readonly Key[] }): number {
  // Before the first value is the beginning of the document.
  let at = 1;
  let start = offsetOf(events[at]);
  for (const key of keys) {
    const children = childrenOf(events, at);
    if (events[at]?.type === EVENT_ID.SEQUENCE) {
      const child = children[Number(key)];
      if (child === undefined) break;
      [at, start] = [child, offsetOf(events[child])];
    } else {
      const pair = children.findIndex((child, n) => n % 2 === 0 && isKey(events[child]!, text, key));
      if (pair < 0) break;
      [at, start] = [children[pair + 1]!, offsetOf(events[children[pair]!])];
    }
  }
  return start;
}

/** What is directly within a list or a mapping, where keys and values take turns. */
function childrenOf(events: readonly Event[], at: number): number[] {
  const children: number[] = [];
  const opens = (event: Event | undefined) => event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING;
  if (!opens(events[at])) return children;
  for (let next = at + 1, depth = 1; depth > 0 && next < events.length; next++) {
    const event = events[next]!;
    if (event.type === EVENT_ID.POP) depth--;
    else if (depth === 1) children.push(next);
    if (opens(event)) depth++;
  }
  return children;
}

function isKey(event: Event, text: string, key: Key): boolean {
  return event.type === EVENT_ID.SCALAR && text.slice(event.valueStart, event.valueEnd) === String(key);
}

function offsetOf(event: Event | undefined): number {
  if (event?.type === EVENT_ID.SCALAR) return event.valueStart;
  return event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING ? event.start : 0;
}
