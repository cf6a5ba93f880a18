import { Failure } from '../failure.js';
import type { PresentSchema } from './present-schema.js';
import { entryOf, type SchemaFile } from './schema-file.js';
import type { Step } from './step.js';

/** What is there and not in the file, by the names that `--delete` takes, in the order in which it can be deleted. */
export function leftOver({ file, automations }: PresentSchema, wanted: SchemaFile): Map<string, Step> {
  const left = new Map<string, Step>();
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

function* consumersLeft({ file, wanted }: { file: SchemaFile; wanted: SchemaFile }): Generator<[string, Step]> {
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

/** Attributes before objects; what the workspace began with cannot be deleted, and the service says so. */
function* schemaLeft({ file, wanted }: { file: SchemaFile; wanted: SchemaFile }): Generator<[string, Step]> {
  for (const [object, { attributes }] of Object.entries(file.objects)) {
    const of = entryOf(wanted.objects, object);
    if (!of) continue;
    for (const slug of Object.keys(attributes)) {
      if (Object.hasOwn(of.attributes, slug)) continue;
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

/** The steps that were asked for. @throws Failure for a name of what the file holds, or that can stand for nothing */
export function chosen(left: ReadonlyMap<string, Step>, names: readonly string[], wanted: SchemaFile): Step[] {
  for (const name of names) if (isIn(name, wanted)) throw new Failure(`${name} is in the file: take it out first.`);
  return [...left].flatMap(([name, step]) => (names.includes(name) ? step : []));
}

function isIn(name: string, { objects, views, webhooks, automations }: SchemaFile): boolean {
  const [kind, ...rest] = name.split(':');
  if (rest.length > 0) {
    const of = entryOf<object>({ view: views, webhook: webhooks, automation: automations }, kind!);
    if (!of) throw new Failure(`"${name}" is no name for --delete; take one that crm schema plan shows.`);
    return Object.hasOwn(of, rest.join(':'));
  }
  const [object, attribute] = name.split('.') as [string, string?];
  const of = entryOf(objects, object);
  return attribute === undefined ? of !== undefined : entryOf(of?.attributes, attribute) !== undefined;
}
