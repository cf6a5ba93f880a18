import { newId } from '#platform';
import { trustedClaim, type Caller, type Domain, type RecordWire } from '#crm-domain';

/** Ids of what is in a workspace that has a little of everything. */
export interface SmallWorkspace {
  workspace_id: string;
  user_id: string;
  /** Everything the service itself may do. */
  caller: Caller;
  /** Somebody who writes messages. */
  user: Caller;
  things: string;
  /** Attributes of things by their slugs. */
  attributes: Record<string, { id: string; no: number }>;
  company: string;
  person: string;
  /** Two things: partners, and friends of each other. */
  one: string;
  two: string;
  draft: string;
  pending: string;
  webhook: string;
}

const THING = { slug: 'things', singular_noun: 'Thing', plural_noun: 'Things' };
const relationship = (inverse_title: string, cardinality: string) => ({
  type: 'relationship',
  relationship: { target_object_id: 'things', inverse_title, cardinality },
});
const ATTRIBUTES = [
  { slug: 'code', type: 'text', is_unique: true },
  { slug: 'size', type: 'number' },
  { slug: 'tags', type: 'multi-select', options: [{ title: 'A' }, { title: 'B' }] },
  { slug: 'link', type: 'record-reference' },
  { slug: 'partner', ...relationship('Partner of', 'one-to-one') },
  { slug: 'friends', ...relationship('Friend of', 'many-to-many') },
];

const refTo = (type: string, id: string) => ({ type, id });

/** Makes it through the services, as requests would. */
export async function aSmallWorkspace(domain: Domain): Promise<SmallWorkspace> {
  const { workspace_id } = await domain.workspaces.create({ name: 'Small' });
  const person = { subject: newId(), email: 'ada@example.com', name: 'Ada Lovelace' };
  const { user_id } = await domain.workspaces.addMember({ workspace_id, ...person });
  const caller = trustedClaim(workspace_id, { origin: 'system', request_id: 'test' });
  const made = { workspace_id, user_id, caller, user: { ...caller, user_id } };
  const things = await addThings(domain, caller);
  const records = await addRecords(domain, caller);
  const [attributes] = await Promise.all([numbers(domain, workspace_id, things)]);
  const [draft, pending] = [await addDraft(domain, made.user), await addDraft(domain, made.user)];
  await domain.outbound.send(made.user, pending);
  const webhook = newId();
  await domain.source.query(
    `insert into webhook (workspace_id, webhook_id, url, secret, position) values ($1, $2, 'https://example.com', '', 0)`,
    [workspace_id, webhook],
  );
  await domain.feed.position(workspace_id);
  // One event that has no position yet.
  await domain.recordWriter.create(caller, 'companies', { data: { name: 'Late Ltd' }, path: 'data' });
  return { ...made, things, attributes, ...records, draft, pending, webhook };
}

async function addThings(domain: Domain, caller: Caller): Promise<string> {
  const actor = await domain.access.authorize(caller, null);
  const { id } = await domain.objects.create(actor, THING);
  for (const attribute of ATTRIBUTES)
    await domain.attributes.create(actor, 'things', { title: attribute.slug, ...attribute } as never);
  return id.object_id;
}

async function addRecords(domain: Domain, caller: Caller) {
  const write = async (object: string, data: object) => {
    const { id }: RecordWire = await domain.recordWriter.create(caller, object, { data, path: 'data' });
    return id.record_id;
  };
  const company = await write('companies', { name: 'Example Ltd', domains: ['example.com'] });
  const employer = { company: refTo('companies', company) };
  const addresses = { email_addresses: ['ann@example.com'], phone_numbers: ['+12025550123'] };
  const person = await write('people', {
    name: { first_name: 'Ann', last_name: 'Example' },
    ...addresses,
    ...employer,
  });
  const two = await write('things', { name: 'Two', code: 'two', size: 2 });
  const partner = refTo('things', two);
  const more = { tags: ['A'], link: refTo('companies', company), partner, friends: [partner] };
  const one = await write('things', { name: 'One', code: 'one', size: 1, ...more });
  const change = (data: object) =>
    domain.recordWriter.update(caller, { object: 'things', record: one }, { data, path: 'data' });
  for (const size of [10, 11, 12]) await change({ size });
  return { company, person, one, two };
}

async function addDraft(domain: Domain, user: Caller): Promise<string> {
  const letter = { channel: 'gmail', subject: 'Hello', body: 'Dear you', to: ['ann@example.com'] } as const;
  return (await domain.drafts.create(user, { ...letter, to: [...letter.to] })).draft_id;
}

async function numbers(domain: Domain, workspaceId: string, objectId: string): Promise<SmallWorkspace['attributes']> {
  const rows = await domain.source.query<{ slug: string; id: string; no: number }[]>(
    'select slug, attribute_id as id, attr_no as no from attribute where workspace_id = $1 and object_id = $2',
    [workspaceId, objectId],
  );
  return Object.fromEntries(rows.map(({ slug, ...attribute }) => [slug, attribute]));
}
