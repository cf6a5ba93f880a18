import { trustedClaim, VALUE_TYPES, type AttributeWire, type Domain, type ObjectWire } from '#crm-domain';
import { newId } from '#platform';
import { Failure } from '../failure.js';

/** An option or a stage, as the API shows it. */
export interface ChoiceWire {
  title: string;
  archived_at: string | null;
}

/** An attribute with its options or stages. */
export interface DescribedAttribute extends AttributeWire {
  choices?: ChoiceWire[];
}

/** An object that is not archived, with its attributes. */
export interface DescribedObject extends ObjectWire {
  attributes: DescribedAttribute[];
}

/** Gives the parts of a schema, as the REST API shows them, by their path below `/v1`. */
type Read = <T>(path: string) => Promise<T[]>;

const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024;

/** Of a workspace in the database. @throws DomainError not_found */
export async function readFromDatabase(domain: Domain, workspaceId: string): Promise<DescribedObject[]> {
  await domain.workspaces.get(workspaceId);
  const caller = trustedClaim(workspaceId, { origin: 'cli', request_id: newId() });
  const actor = await domain.access.authorize(caller, 'read:data');
  return described(async <T>(path: string) => {
    const [, object, , attribute, choices] = path.split('/');
    if (!object) return (await domain.objects.list(actor)) as T[];
    if (!attribute) return (await domain.attributes.list(actor, object)) as T[];
    const kind = choices === 'stages' ? 'stage' : 'option';
    return (await domain.choices.list(actor, { kind, object, attribute })) as T[];
  });
}

/** Of the workspace of an API key, over the REST API. @throws Failure */
export function readFromApi(url: string, key: string): Promise<DescribedObject[]> {
  const root = `${url.replace(/\/+$/, '')}/v1/`;
  return described(async <T>(path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const signal = AbortSignal.timeout(60_000);
    const response = await fetch(root + path, { headers, signal, redirect: 'error' }).catch(() => {
      throw new Failure('The REST API does not answer at this address.');
    });
    const text = await response.text();
    if (!response.ok) throw new Failure(`The REST API answered with status ${response.status}${saidIn(text)}`);
    if (text.length > MAX_ANSWER_CHARACTERS) throw new Failure('The answer of the REST API is too large.');
    return (JSON.parse(text) as { data: T[] }).data;
  });
}

function saidIn(text: string): string {
  try {
    return `: ${String((JSON.parse(text) as { message?: unknown }).message).slice(0, 500)}`;
  } catch {
    return '.';
  }
}

async function described(read: Read): Promise<DescribedObject[]> {
  const objects: DescribedObject[] = [];
  for (const object of await read<ObjectWire>('objects')) {
    if (object.archived_at) continue;
    const path = `objects/${object.slug}/attributes`;
    const attributes: DescribedAttribute[] = [];
    for (const attribute of await read<AttributeWire>(path)) {
      if (attribute.archived_at) continue;
      const kind = valueTypeOf(attribute)?.choices;
      const choices = kind && (await read<ChoiceWire>(`${path}/${attribute.slug}/${kind}`));
      attributes.push(choices ? { ...attribute, choices } : attribute);
    }
    objects.push({ ...object, attributes });
  }
  return objects;
}

/** A service that is newer than this command may have other types. */
export function valueTypeOf({ type }: AttributeWire): (typeof VALUE_TYPES)[keyof typeof VALUE_TYPES] | undefined {
  return Object.hasOwn(VALUE_TYPES, type) ? VALUE_TYPES[type as keyof typeof VALUE_TYPES] : undefined;
}
