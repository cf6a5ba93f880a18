import { trustedClaim, type Domain } from '#crm-domain';
import { ATTRIBUTES } from './contact.js';
import { OBJECT, type World } from './world.js';

/** A workspace with an empty object of 15 attributes, a member and an API key: all through the domain. */
export async function makeWorld(domain: Domain, records: number): Promise<World> {
  const { workspace_id } = await domain.workspaces.create({ name: `Workspace of ${records}` });
  const member = { workspace_id, subject: `owner-${records}`, email: 'owner@example.com', name: 'Olive Owner' };
  const { user_id } = await domain.workspaces.addMember(member);
  const capabilities = ['read:data', 'write:data', 'write:schema'];
  const { api_key, api_key_id } = await domain.apiKeys.create({ workspace_id, name: 'bench', capabilities });
  const caller = trustedClaim(workspace_id, { origin: 'system', request_id: 'bench' });
  const actor = await domain.access.authorize(caller, null);
  const companies = (await domain.objects.list(actor)).find((object) => object.slug === 'companies')!;
  const nouns = { slug: OBJECT, singular_noun: 'Contact', plural_noun: 'Contacts' };
  const { id } = await domain.objects.create(actor, nouns);
  for (const attribute of ATTRIBUTES) await domain.attributes.create(actor, OBJECT, attribute);
  const ids = { object_id: id.object_id, companies_id: companies.id.object_id };
  return { records, workspace_id, api_key, api_key_id, ...ids, owner: user_id, companies: [], contacts: [] };
}
