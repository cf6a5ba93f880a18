import { Failure } from '../failure.js';
import type { PresentSchema } from './present-schema.js';
import { entryOf, type SchemaFile } from './schema-file.js';
import type { Comparison, Step } from './step.js';

/** Names that an error proposes. */
const MAX_MEANT = 10;

/** What can be deleted, and nobody has asked for yet. */
type Deletion = Omit<Step, 'place'>;
type Left = ReadonlyMap<string, Deletion>;

/** What is there and not in the file, by the names that `--delete` takes, in the order in which it can be deleted. */
export function leftOver({ file, automations }: PresentSchema, wanted: SchemaFile): Left {
  const left = new Map<string, Deletion>();
  for (const name of Object.keys(file.automations)) {
    if (Object.hasOwn(wanted.automations, name)) continue;
    const id = automations.get(name)!;
    left.set(`automation:${name}`, {
      text: `delete the automation ${name}`,
      run: ({ domain, actor }) => domain.automations.delete(actor, id),
    });
  }
  for (const [key, step] of consumersLeft({ file, wanted })) left.set(key, step);
  for (const [key, step] of schemaLeft({ file, wanted })) left.set(key, step);
  return left;
}

function* consumersLeft({ file, wanted }: { file: SchemaFile; wanted: SchemaFile }): Generator<[string, Deletion]> {
  for (const key of Object.keys(file.webhooks)) {
    if (Object.hasOwn(wanted.webhooks, key)) continue;
    yield [
      `webhook:${key}`,
      {
        text: `delete the webhook ${key}, with its log and its secret`,
        async run({ domain, actor }) {
          const found = (await domain.webhooks.list(actor)).find(
            ({ url, description }) => (description ?? url) === key,
          );
          return found && domain.webhooks.delete(actor, found.id.webhook_id);
        },
      },
    ];
  }
  for (const slug of Object.keys(file.views)) {
    if (Object.hasOwn(wanted.views, slug)) continue;
    const run: Step['run'] = ({ domain, actor }) => domain.views.delete(actor, slug);
    yield [`view:${slug}`, { text: `delete the view ${slug}`, run }];
  }
}

/**
 * Attributes before objects; what the workspace began with cannot be deleted, and the service says so. Attributes of an
 * object that is not in the file can be named as well as the whole object.
 */
function* schemaLeft({ file, wanted }: { file: SchemaFile; wanted: SchemaFile }): Generator<[string, Deletion]> {
  for (const [object, { attributes }] of Object.entries(file.objects)) {
    const of = entryOf(wanted.objects, object);
    for (const slug of Object.keys(attributes)) {
      if (entryOf(of?.attributes, slug)) continue;
      const run: Step['run'] = async ({ domain, actor }) => {
        // A relationship goes with its other side, which may be named as well.
        const isThere = (await domain.attributes.list(actor, object)).some((each) => each.slug === slug);
        return isThere && domain.attributes.delete(actor, object, slug);
      };
      const text = `delete the attribute ${object}.${slug} and its values`;
      yield [`${object}.${slug}`, { text, object, run }];
    }
  }
  for (const object of Object.keys(file.objects)) {
    if (Object.hasOwn(wanted.objects, object)) continue;
    const run: Step['run'] = ({ domain, actor }) => domain.objects.delete(actor, object);
    yield [object, { text: `delete the object ${object} and its records`, object, run }];
  }
}

/** The names of what stays, without the attributes of an object that is named itself. */
export function staying(left: Left, deleted: ReadonlySet<string>): string[] {
  const isPart = (name: string) => !name.includes(':') && name.includes('.') && left.has(name.split('.')[0]!);
  return [...left.keys()].filter((name) => !deleted.has(name) && !isPart(name));
}

/**
 * The names that `--delete` is given, separated by commas. The name of an automation or a webhook may hold commas, too: the
 * longest text that is a name goes first.
 */
function namesIn(text: string, isName: (name: string) => boolean): string[] {
  const names = new Set<string>();
  const parts = text.split(',');
  while (parts.length > 0) {
    const joined = (count: number) => parts.slice(0, count).join(',').trim();
    const count = parts.findLastIndex((_, at) => isName(joined(at + 1))) + 1 || 1;
    names.add(joined(count));
    parts.splice(0, count);
  }
  return [...names];
}

/**
 * The steps that were asked for, by the names of what they delete. A relationship is deleted with its other side, so
 * that side has a step, too, although only one of them was named.
 *
 * @throws Failure for a name of what the file holds, or of nothing
 */
export function chosen(left: Left, deleted: string | undefined, { present, wanted }: Comparison): Map<string, Step> {
  const names = deleted === undefined ? [] : namesIn(deleted, (name) => left.has(name) || isIn(name, wanted));
  const others = new Map<string, string>();
  for (const name of names) {
    if (isIn(name, wanted)) throw new Failure(`--delete ${name}: it is in the file. Take it out first.`);
    if (!left.has(name)) throw new Failure(nothingCalled(name, left));
    for (const [side, of] of otherSides(name, present.file)) others.set(side, of);
  }
  const inFile = [...others].find(([side]) => isIn(side, wanted));
  if (inFile) {
    const [side, of] = inFile;
    throw new Failure(`--delete: ${side} is the other side of ${of} and is deleted with it. Take it out of the file.`);
  }
  const steps = [...left].flatMap(([name, step]): [string, Step][] => {
    const place = `--delete ${name}`;
    if (names.includes(name)) return [[name, { ...step, place }]];
    const of = others.get(name);
    return of === undefined ? [] : [[name, { ...step, place, text: `${step.text}, the other side of ${of}` }]];
  });
  return new Map(steps);
}

/** Attributes that are deleted with what has this name, each with the attribute whose other side it is. */
function otherSides(name: string, { objects }: SchemaFile): [string, string][] {
  const [object, attribute] = name.split('.') as [string, string?];
  return Object.entries(entryOf(objects, object)?.attributes ?? {}).flatMap(([slug, { relationship }]) =>
    relationship && (attribute === undefined ? relationship.object !== object : attribute === slug)
      ? [[`${relationship.object}.${relationship.inverse}`, `${object}.${slug}`] as [string, string]]
      : [],
  );
}

function nothingCalled(name: string, left: Left): string {
  const words = partsOf(name);
  const isAlike = (part: string) => words.some((word) => part.startsWith(word) || word.startsWith(part));
  const alike = [...left.keys()].filter((other) => partsOf(other).some(isAlike));
  const meant = (alike.length > 0 ? alike : staying(left, new Set())).slice(0, MAX_MEANT).join(', ');
  const hint = meant
    ? `It could be one of: ${meant}. crm schema plan lists what can be deleted.`
    : 'Everything is in the file.';
  return `--delete ${name}: nothing in the workspace has this name. ${hint}`;
}

/** Without the kinds before a colon. */
function partsOf(name: string): string[] {
  return name.replace(/^[a-z]+:/, '').split('.');
}

function isIn(name: string, { objects, views, webhooks, automations }: SchemaFile): boolean {
  const [kind, ...rest] = name.split(':');
  if (rest.length > 0) {
    const of = entryOf<object>({ view: views, webhook: webhooks, automation: automations }, kind!);
    return of !== undefined && Object.hasOwn(of, rest.join(':'));
  }
  const [object, attribute] = name.split('.') as [string, string?];
  const of = entryOf(objects, object);
  return attribute === undefined ? of !== undefined : entryOf(of?.attributes, attribute) !== undefined;
}
